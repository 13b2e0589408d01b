package io.holdfast.chunk.write;

import java.nio.ByteBuffer;

/** Where sealed frames go. */
@FunctionalInterface
public interface FrameSink {
    /**
     * Takes one frame, in order.
     *
     * @param index the frame's number, from 0
     * @param frame head and sealed bytes, array-backed, from position to limit; valid only until this call returns
     */
    void accept(long index, ByteBuffer frame);
}
