package io.holdfast.chunk.open;

import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.ChunkFailure;
import io.holdfast.chunk.compress.ChunkExpander;
import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.chunk.frame.StreamTally;
import io.holdfast.chunk.frame.StreamVerifier;
import io.holdfast.chunk.seal.ChunkCipher;
import io.holdfast.chunk.seal.ContextBinding;
import io.holdfast.chunk.seal.StreamKeys;
import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import java.nio.ByteBuffer;

/**
 * Opens frames of one stream by their index, in any order, for readers that can seek: table first, then data. It proves that
 * a frame is of this stream and this index; that all frames are there is proven by {@link StreamVerifier}. For one thread.
 */
public final class ChunkOpener implements AutoCloseable {
    private final StreamHeader header;
    private final ChunkBuffers buffers;
    private final ChunkCipher cipher;
    private final ChunkExpander expander;
    private boolean closed;

    private ChunkOpener(StreamHeader header, ChunkCipher cipher, ChunkBuffers buffers) {
        this.header = header;
        this.buffers = buffers;
        this.cipher = cipher;
        this.expander = new ChunkExpander(buffers);
    }

    /**
     * Checks a header in the order of the format: syntax, receipt, key, context.
     *
     * @param header the stream's first 128 bytes, consumed
     * @param buffers borrowed until {@link #close}
     * @throws Corrupt bad-header, damaged-header, wrong-context
     * @throws Denied wrong-key
     */
    public static ChunkOpener open(ByteBuffer header, StreamExpectation expectation, ChunkBuffers buffers) {
        StreamHeader parsed = StreamHeader.parse(header);
        StreamTally tally = new StreamTally(parsed);
        expectation.receipt().ifPresent(receipt -> StreamVerifier.requireHeader(tally, receipt));
        StreamKeys keys = keys(parsed, expectation);
        buffers.lend();
        try {
            requireContext(parsed, expectation.binding());
            return new ChunkOpener(parsed, keys.cipher(tally.headerHash(), ChunkOpener::noRandom), buffers);
        } catch (RuntimeException | Error failed) {
            keys.close();
            buffers.giveBack();
            throw failed;
        }
    }

    /** The checked header. */
    public StreamHeader header() {
        return header;
    }

    /**
     * Opens one frame.
     *
     * @param frame head and sealed bytes, exactly; consumed
     * @return the plaintext, direct and read-only, valid until the next call
     * @throws Corrupt reordered when it is another frame of this stream, damaged-chunk, truncated
     */
    public ByteBuffer open(long index, ByteBuffer frame) {
        Unsealed unsealed = unseal(frame);
        if (unsealed.head().index() != index) {
            throw new Corrupt(
                    ChunkFailure.REORDERED,
                    "stream " + header.streamId() + ": frame " + unsealed.head().index() + " stands where frame "
                            + index + " should");
        }
        return expand(unsealed);
    }

    /** Wipes the stream's keys and gives the buffers back. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            cipher.close();
            buffers.giveBack();
        }
    }

    /** A frame whose packed bytes lie in the buffers' clear text. */
    record Unsealed(FrameHeader head, int packedLength) {}

    /**
     * Authenticates a frame under its own index, wherever it stands, and consumes it.
     *
     * @throws Corrupt damaged-chunk, truncated, weak-key
     */
    Unsealed unseal(ByteBuffer frame) {
        if (closed) {
            throw new IllegalStateException("stream " + header.streamId() + " is closed");
        }
        FrameHeader head = FrameHeader.parse(frame.duplicate(), header);
        head.requireWhole(frame.remaining(), header.streamId());
        byte[] bytes = buffers.cipherText();
        frame.get(bytes, 0, head.length());
        int packedLength = cipher.open(bytes, head.length(), buffers.clearText());
        if (packedLength == ChunkCipher.NOT_AUTHENTIC) {
            throw damaged(header.streamId(), head, "it does not authenticate");
        }
        return new Unsealed(head, packedLength);
    }

    /**
     * Expands what was unsealed last.
     *
     * @throws Corrupt damaged-chunk
     */
    ByteBuffer expand(Unsealed unsealed) {
        FrameHeader head = unsealed.head();
        if (!expander.expand(head, unsealed.packedLength())) {
            throw damaged(header.streamId(), head, "its packed bytes are not what its head says");
        }
        return buffers.plain().slice(0, head.plainLength()).asReadOnlyBuffer();
    }

    private static StreamKeys keys(StreamHeader header, StreamExpectation expectation) {
        // A header of a cipher where none is expected cannot be held against a key that nobody has.
        if (header.suite() != expectation.binding().suite()
                && expectation.dataKey().isEmpty()) {
            throw otherContext(header, expectation.binding());
        }
        StreamKeys keys = StreamKeys.derive(header, expectation.dataKey());
        if (!keys.commit().equals(header.commit())) {
            keys.close();
            String fault = expectation.receipt().isPresent() ? "wrong data key" : "wrong data key or damaged header";
            throw new Denied(
                    ChunkFailure.WRONG_KEY,
                    "stream " + header.streamId() + " of "
                            + expectation.binding().where() + ": " + fault);
        }
        return keys;
    }

    private static void requireContext(StreamHeader header, ContextBinding expected) {
        if (header.suite() != expected.suite() || !header.contextHash().equals(expected.hash())) {
            throw otherContext(header, expected);
        }
    }

    private static Corrupt otherContext(StreamHeader header, ContextBinding expected) {
        String suites = header.suite() == expected.suite()
                ? ""
                : "; its suite is " + header.suite().label() + ", expected is "
                        + expected.suite().label();
        return new Corrupt(
                ChunkFailure.WRONG_CONTEXT,
                "stream " + header.streamId() + " was not sealed for " + expected.where() + suites);
    }

    private static Corrupt damaged(StreamId stream, FrameHeader head, String fault) {
        return new Corrupt(
                ChunkFailure.DAMAGED_CHUNK,
                "stream " + stream + ", the frame that calls itself " + head.index() + ": " + fault);
    }

    private static void noRandom(byte[] target) {
        throw new IllegalStateException("opening needs no randomness, but " + target.length + " bytes were asked for");
    }
}
