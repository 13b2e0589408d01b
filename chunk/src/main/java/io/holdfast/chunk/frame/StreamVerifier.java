package io.holdfast.chunk.frame;

import io.holdfast.protocol.chunk.Receipt;
import java.nio.ByteBuffer;

/**
 * Verifies a stream without any key: finds all damage, loss, reordering and splicing by header hash, count and root. Frames
 * go in as they stand in the stream, from the first to the last.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class StreamVerifier {
    /**
     * Begins with the stream's first 128 bytes, consumed.
     *
     * @throws io.holdfast.protocol.failure.Corrupt bad-header
     */
    public StreamVerifier(ByteBuffer header) {
        throw new UnsupportedOperationException();
    }

    /** The header. */
    public StreamHeader header() {
        throw new UnsupportedOperationException();
    }

    /**
     * Takes the next frame.
     *
     * @param frame head and sealed bytes, exactly; consumed
     * @throws io.holdfast.protocol.failure.Corrupt missing-frame or reordered by the claimed index, damaged-chunk, spliced
     */
    public void frame(ByteBuffer frame) {
        throw new UnsupportedOperationException();
    }

    /** Whether a frame that calls itself the last has been seen. */
    public boolean complete() {
        throw new UnsupportedOperationException();
    }

    /** What the stream's receipt must be, as far as its frames have been seen. */
    public Receipt receipt() {
        throw new UnsupportedOperationException();
    }

    /**
     * Holds what was seen against the writer's receipt.
     *
     * @throws io.holdfast.protocol.failure.Corrupt damaged-header, truncated, root-mismatch
     */
    public void check(Receipt expected) {
        throw new UnsupportedOperationException();
    }
}
