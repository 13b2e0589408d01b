package io.holdfast.chunk.compress;

import com.github.luben.zstd.Zstd;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** What of zstd's format (RFC 8878) a chunk may be: one frame, no dictionary, no skippable frame, a window to 8 MiB. */
final class ZstdFrame {
    private static final int MAGIC = 0xFD2FB528;
    private static final int SMALLEST = 6;
    private static final int DICTIONARY_BITS = 3;
    private static final int SINGLE_SEGMENT = 1 << 5;
    private static final int SMALLEST_WINDOW_LOG = 10;
    private static final long LARGEST_WINDOW = 8 << 20;

    private ZstdFrame() {}

    /**
     * Whether the bytes from 0 to {@code length} are such a frame and nothing else; what is in it is not looked at.
     *
     * @throws com.github.luben.zstd.ZstdException when the frame does not even end within them
     */
    static boolean isOnlyOne(byte[] bytes, int length) {
        if (length < SMALLEST) {
            return false;
        }
        ByteBuffer head = ByteBuffer.wrap(bytes, 0, length).order(ByteOrder.LITTLE_ENDIAN);
        if (head.getInt() != MAGIC) {
            return false;
        }
        int descriptor = head.get();
        boolean dictionary = (descriptor & DICTIONARY_BITS) != 0;
        // A single segment's window is its content, and that is compared with the frame's plain length.
        boolean window = (descriptor & SINGLE_SEGMENT) != 0 || window(head.get()) <= LARGEST_WINDOW;
        return !dictionary && window && Zstd.findFrameCompressedSize(bytes, 0, length) == length;
    }

    /** RFC 8878, 3.1.1.1.2. */
    private static long window(int descriptor) {
        long base = 1L << (SMALLEST_WINDOW_LOG + (descriptor >>> 3 & 31));
        return base + base / 8 * (descriptor & 7);
    }
}
