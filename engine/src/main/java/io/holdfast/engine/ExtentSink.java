package io.holdfast.engine;

import java.nio.ByteBuffer;

/** Takes what is read: for each extent, in order, its pieces without gaps, then its end. */
public interface ExtentSink {
    /**
     * The next bytes of an extent.
     *
     * @param extent the extent's place in the list, from 0
     * @param offset where the piece starts in the file
     * @param bytes lent for the duration of the call
     */
    void piece(int extent, long offset, ByteBuffer bytes);

    /**
     * No more comes of this extent.
     *
     * @param extent the extent's place in the list, from 0
     * @param read how many of its bytes came, less than asked for unless {@code end} is COMPLETE
     */
    void end(int extent, ExtentEnd end, long read);
}
