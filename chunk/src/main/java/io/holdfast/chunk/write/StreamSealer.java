package io.holdfast.chunk.write;

import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.ChunkFailure;
import io.holdfast.chunk.RandomSource;
import io.holdfast.chunk.compress.ChunkPacker;
import io.holdfast.chunk.frame.Content;
import io.holdfast.chunk.frame.Ending;
import io.holdfast.chunk.frame.Sha256;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.chunk.frame.StreamTally;
import io.holdfast.chunk.seal.ChunkCipher;
import io.holdfast.chunk.seal.StreamKeys;
import io.holdfast.chunk.table.FileEntry;
import io.holdfast.chunk.table.TableWriter;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.quantity.ByteCount;
import java.nio.ByteBuffer;

/**
 * Makes one sealed stream: one attempt at one stripe. Files go in one after another, frames come out at the sink as chunks
 * fill: small files share a chunk, long extents are cut over several. Memory is bounded by the buffers and the table. For one
 * thread. After any failure, the sink's included, it refuses further use, so that no chunk is ever encrypted twice under one
 * key: whoever tries again opens a new stream.
 */
public final class StreamSealer implements AutoCloseable {
    private enum State {
        /** Takes files. */
        OPEN,
        /** In the middle of something; where a failure leaves it. */
        BROKEN,
        /** Sealed to the end. */
        FINISHED,
        CLOSED
    }

    private final StreamHeader header;
    private final ChunkBuffers buffers;
    private final ChunkCipher cipher;
    private final FrameWriter frames;
    private final TableWriter table;
    private final ChunkFiller filler;
    private State state = State.OPEN;

    private StreamSealer(StreamHeader header, FrameWriter.Parts parts) {
        this.header = header;
        this.buffers = parts.buffers();
        this.cipher = parts.cipher();
        this.frames = new FrameWriter(parts);
        this.table = new TableWriter(header.streamId());
        this.filler = new ChunkFiller(
                frames, table, buffers.plain(), header.chunkLimit().bytes());
    }

    /**
     * Opens a new stream with an id of its own.
     *
     * @param random for the stream's id and initialisation vectors: a {@link java.security.SecureRandom}
     * @param buffers borrowed until {@link #close}
     * @throws Denied legacy-cipher-refused
     * @throws Permanent unfit-key
     */
    public static StreamSealer open(SealingOrder order, RandomSource random, ChunkBuffers buffers, FrameSink sink) {
        requireAllowed(order);
        byte[] id = new byte[Sha256.LENGTH];
        random.fill(id);
        StreamHeader bare = new StreamHeader(
                order.binding().suite(),
                order.options().chunkLimit(),
                new StreamId(Bytes.of(id)),
                order.binding().hash(),
                Bytes.of(new byte[Sha256.LENGTH]));
        StreamKeys keys = StreamKeys.derive(bare, order.dataKey());
        StreamHeader header = bare.with(keys.commit());
        StreamTally tally = new StreamTally(header);
        buffers.lend();
        try {
            ChunkCipher cipher = keys.cipher(tally.headerHash(), random);
            ChunkPacker packer = new ChunkPacker(order.options().compression(), buffers);
            return new StreamSealer(header, new FrameWriter.Parts(buffers, packer, cipher, tally, sink));
        } catch (RuntimeException | Error failed) {
            keys.close();
            buffers.giveBack();
            throw failed;
        }
    }

    /** The random name of this stream. */
    public StreamId stream() {
        return header.streamId();
    }

    /** The 128 bytes that go before all frames, in a buffer of its own. */
    public ByteBuffer header() {
        return header.encode();
    }

    /**
     * Begins the next file, directory or link.
     *
     * @throws Permanent unfit-file, table-too-large
     */
    public void startFile(FileEntry entry) {
        begin();
        filler.endExtent();
        table.begin(entry);
        state = State.OPEN;
    }

    /**
     * Adds bytes of the file that was begun last, in pieces of any size; pieces that follow each other in the file become one
     * extent. A direct buffer of a whole chunk or more is compressed where it lies.
     *
     * @param fileOffset where in the file the bytes stand
     * @param data consumed from position to limit
     * @throws Permanent unfit-file when they lie beyond the size that the entry names
     */
    public void write(long fileOffset, ByteBuffer data) {
        begin();
        table.requireRoom(fileOffset, data.remaining());
        filler.write(fileOffset, data);
        state = State.OPEN;
    }

    /**
     * Corrects the size of the file that was begun last, which shrank while it was read.
     *
     * @throws Permanent unfit-file when bytes of it lie beyond
     */
    public void shortenFile(ByteCount size) {
        begin();
        filler.endExtent();
        table.shorten(size);
        state = State.OPEN;
    }

    /** Seals what is left and the table; the stream is complete. */
    public Receipt finish() {
        begin();
        filler.endChunk();
        ByteBuffer rest = ByteBuffer.wrap(table.finish());
        while (rest.hasRemaining()) {
            ByteBuffer piece = buffers.plain();
            int length = Math.min(header.chunkLimit().bytes(), rest.remaining());
            piece.put(rest.slice(rest.position(), length)).flip();
            rest.position(rest.position() + length);
            frames.write(Content.TABLE, rest.hasRemaining() ? Ending.MORE : Ending.LAST, piece);
        }
        state = State.FINISHED;
        return frames.receipt();
    }

    /** Wipes the stream's keys and gives the buffers back; a stream that was not finished is incomplete for ever. */
    @Override
    public void close() {
        if (state != State.CLOSED) {
            state = State.CLOSED;
            cipher.close();
            buffers.giveBack();
        }
    }

    /** Every step begins broken and is whole again when it has come to its end: a failure needs no handler to be final. */
    private void begin() {
        if (state != State.OPEN) {
            throw new IllegalStateException("stream " + header.streamId() + " takes nothing more: it is " + state);
        }
        state = State.BROKEN;
    }

    private static void requireAllowed(SealingOrder order) {
        Suite suite = order.binding().suite();
        if (suite == Suite.TRIPLE_DES_3KEY && order.options().legacyCiphers() == LegacyCiphers.REFUSED) {
            throw new Denied(
                    ChunkFailure.LEGACY_CIPHER_REFUSED,
                    order.binding().where() + ": " + suite.label() + " was asked for, but legacy ciphers are refused");
        }
        // A key that is not going to be used means that somebody believes in an encryption that does not take place.
        if (suite == Suite.NONE && order.dataKey().isPresent()) {
            throw new Permanent(
                    ChunkFailure.UNFIT_KEY, order.binding().where() + ": the suite none was given a data key");
        }
    }
}
