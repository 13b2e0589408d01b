package io.holdfast.chunk.open;

import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.frame.StreamHeader;
import java.nio.ByteBuffer;

/**
 * Opens frames of one stream by their index, in any order, for readers that can seek: table first, then data. It proves that
 * a frame is of this stream and this index; that all frames are there is proven by {@link
 * io.holdfast.chunk.frame.StreamVerifier}. For one thread.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class ChunkOpener implements AutoCloseable {
    private ChunkOpener() {}

    /**
     * Checks a header in the order of the format: syntax, receipt, key, context.
     *
     * @param header the stream's first 128 bytes, consumed
     * @throws io.holdfast.protocol.failure.Corrupt bad-header, damaged-header, wrong-context
     * @throws io.holdfast.protocol.failure.Denied wrong-key
     */
    public static ChunkOpener open(ByteBuffer header, StreamExpectation expectation, ChunkBuffers buffers) {
        throw new UnsupportedOperationException();
    }

    /** The checked header. */
    public StreamHeader header() {
        throw new UnsupportedOperationException();
    }

    /**
     * Opens one frame.
     *
     * @param frame head and sealed bytes, exactly; consumed
     * @return the plaintext, direct and read-only, valid until the next call
     * @throws io.holdfast.protocol.failure.Corrupt reordered when it is another frame of this stream, damaged-chunk
     */
    public ByteBuffer open(long index, ByteBuffer frame) {
        throw new UnsupportedOperationException();
    }

    /** Wipes the stream's keys and gives the buffers back. */
    @Override
    public void close() {}
}
