package io.holdfast.repository.file;

import io.holdfast.runtime.file.DirectOption;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Buffers of 1 MiB that begin at a block's boundary: as many as there were writers at once, used again and again. */
final class BlockBuffers {
    static final int BYTES = 1 << 20;

    private final ConcurrentLinkedQueue<ByteBuffer> free = new ConcurrentLinkedQueue<>();

    /** Cleared. */
    ByteBuffer take() {
        ByteBuffer used = free.poll();
        return used != null
                ? used.clear()
                : ByteBuffer.allocateDirect(BYTES + DirectOption.BLOCK)
                        .alignedSlice(DirectOption.BLOCK)
                        .slice(0, BYTES);
    }

    void giveBack(ByteBuffer buffer) {
        free.add(buffer);
    }
}
