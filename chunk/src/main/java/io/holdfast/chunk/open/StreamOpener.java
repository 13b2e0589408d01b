package io.holdfast.chunk.open;

import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.chunk.table.Table;
import io.holdfast.protocol.chunk.Receipt;
import java.nio.ByteBuffer;

/**
 * Opens a whole stream from its first byte to its last, for readers that cannot seek. Nothing may be believed complete before
 * {@link #finish()} returns. For one thread.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class StreamOpener implements AutoCloseable {
    private StreamOpener() {}

    /**
     * Checks a header in the order of the format: syntax, receipt, key, context.
     *
     * @param header the stream's first 128 bytes, consumed
     * @throws io.holdfast.protocol.failure.Corrupt bad-header, damaged-header, wrong-context
     * @throws io.holdfast.protocol.failure.Denied wrong-key
     */
    public static StreamOpener open(ByteBuffer header, StreamExpectation expectation, ChunkBuffers buffers) {
        throw new UnsupportedOperationException();
    }

    /** The checked header. */
    public StreamHeader header() {
        throw new UnsupportedOperationException();
    }

    /**
     * Opens the next frame. When a frame of this stream stands in the wrong place, nothing is released from then on: the
     * caller goes on to hand frames in, so that a lost frame can be told from a misplaced one, and the failure comes at the
     * latest with {@link #finish()}.
     *
     * @param frame head and sealed bytes, exactly; consumed
     * @return the plaintext of a data frame, direct and read-only, valid until the next call; empty for a table frame
     * @throws io.holdfast.protocol.failure.Corrupt damaged-chunk, reordered, spliced, bad-table
     */
    public ByteBuffer frame(ByteBuffer frame) {
        throw new UnsupportedOperationException();
    }

    /** Whether the last frame was opened; anything after it is spliced. */
    public boolean complete() {
        throw new UnsupportedOperationException();
    }

    /** How many frames were opened in unbroken order from the first: what a reader of incomplete log streams may use. */
    public long contiguousFrames() {
        throw new UnsupportedOperationException();
    }

    /**
     * Checks the end: last frame, count and root against the receipt, then the table.
     *
     * @throws io.holdfast.protocol.failure.Corrupt truncated, missing-frame, root-mismatch, bad-table
     */
    public Table finish() {
        throw new UnsupportedOperationException();
    }

    /** The receipt as these frames make it; after {@link #finish()}. */
    public Receipt receipt() {
        throw new UnsupportedOperationException();
    }

    /** Wipes the stream's keys and gives the buffers back. */
    @Override
    public void close() {}
}
