package io.holdfast.chunk.write;

import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.RandomSource;
import io.holdfast.chunk.table.FileEntry;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.chunk.StreamId;
import java.nio.ByteBuffer;

/**
 * Makes one sealed stream: one attempt at one stripe. Files go in one after another, frames come out at the sink as chunks
 * fill: small files share a chunk, long extents are cut over several. Memory is bounded by the buffers and the table. For one
 * thread. After any failure, the sink's included, it refuses further use, so that no chunk is ever encrypted twice under one
 * key: whoever tries again opens a new stream.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class StreamSealer implements AutoCloseable {
    private StreamSealer() {}

    /**
     * Opens a new stream with an id of its own.
     *
     * @throws io.holdfast.protocol.failure.Denied legacy-cipher-refused
     * @throws io.holdfast.protocol.failure.Permanent unfit-key
     */
    public static StreamSealer open(SealingOrder order, RandomSource random, ChunkBuffers buffers, FrameSink sink) {
        throw new UnsupportedOperationException();
    }

    /** The random name of this stream. */
    public StreamId stream() {
        throw new UnsupportedOperationException();
    }

    /** The 128 bytes that go before all frames, in a buffer of its own. */
    public ByteBuffer header() {
        throw new UnsupportedOperationException();
    }

    /**
     * Begins the next file, directory or link.
     *
     * @throws io.holdfast.protocol.failure.Permanent unfit-file, table-too-large
     */
    public void startFile(FileEntry entry) {
        throw new UnsupportedOperationException();
    }

    /**
     * Adds bytes of the file that was begun last, in pieces of any size; pieces that follow each other in the file become one
     * extent. A direct buffer of a whole chunk or more is compressed where it lies.
     *
     * @param fileOffset where in the file the bytes stand
     * @param data consumed from position to limit
     * @throws io.holdfast.protocol.failure.Permanent unfit-file when they lie beyond the size that the entry names
     */
    public void write(long fileOffset, ByteBuffer data) {
        throw new UnsupportedOperationException();
    }

    /** Seals what is left and the table; the stream is complete. */
    public Receipt finish() {
        throw new UnsupportedOperationException();
    }

    /** Wipes the stream's keys and gives the buffers back; a stream that was not finished is incomplete for ever. */
    @Override
    public void close() {}
}
