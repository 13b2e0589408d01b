package io.holdfast.repository;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The few bytes of a frame's head that a repository looks at (the layout is {@link io.holdfast.chunk.frame.FrameHeader}'s). */
public final class FrameBytes {
    /** How many bytes of a frame these looks need. */
    public static final int LOOKED_AT = 10;

    private static final int LAST_AT = 9;

    private FrameBytes() {}

    /** The number that the frame at {@code start} gives itself. */
    public static long index(ByteBuffer bytes, int start) {
        return bytes.duplicate().order(ByteOrder.BIG_ENDIAN).getLong(start);
    }

    /** Whether the frame at {@code start} calls itself the last. */
    public static boolean isLast(ByteBuffer bytes, int start) {
        return bytes.get(start + LAST_AT) == 1;
    }
}
