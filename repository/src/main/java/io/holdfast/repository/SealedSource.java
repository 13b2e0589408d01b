package io.holdfast.repository;

import java.nio.ByteBuffer;

/** The bytes of one sealed stream, header and all frames, to be read at any place; unchecked. For any number of threads. */
public interface SealedSource {
    /** The length in bytes. */
    long size();

    /**
     * Reads at a position until {@code target} is full or the stream ends.
     *
     * @return how many bytes were read; fewer than {@code target} had room for only at the end
     */
    int read(ByteBuffer target, long position);
}
