package io.holdfast.chunk.seal;

import io.holdfast.chunk.frame.FrameHeader;
import java.nio.ByteBuffer;

/**
 * The one maker of nonces: three zero bytes, the frame's index, its last byte. A stream's key is its own, so counting from 0 is
 * safe as long as no index is sealed twice; this object, one for each stream, sees to that.
 */
final class Nonces {
    /** The length of a nonce. */
    static final int LENGTH = 12;

    private static final int ZEROS = 3;
    private static final int LAST = 9;

    private long next;

    /** The nonce for sealing a frame; one that does not follow the frame before is an {@link IllegalStateException}. */
    byte[] toSeal(byte[] frame) {
        long index = ByteBuffer.wrap(frame).getLong();
        if (index != next) {
            throw new IllegalStateException("frame " + index + " was to be sealed, " + next + " is next");
        }
        // Counted before the cipher sees it, so that a failure can never lead to the same nonce again.
        next++;
        return of(frame);
    }

    /** The nonce that a frame was sealed with, from its head. */
    static byte[] of(byte[] frame) {
        byte[] nonce = new byte[LENGTH];
        System.arraycopy(frame, 0, nonce, ZEROS, Long.BYTES);
        nonce[LENGTH - 1] = frame[LAST];
        return nonce;
    }

    static {
        assert LAST < FrameHeader.AUTHENTICATED;
    }
}
