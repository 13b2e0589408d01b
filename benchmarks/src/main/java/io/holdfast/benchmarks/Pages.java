package io.holdfast.benchmarks;

import java.nio.ByteBuffer;
import java.util.Random;

/** Bytes that compress about as PostgreSQL's pages do (3 to 4 times with zstd at level 1): rows of numbers, names and times. */
final class Pages {
    private static final int ROW = 96;

    private Pages() {}

    /** A direct buffer full of rows, the same for every run. */
    static ByteBuffer of(int bytes) {
        ByteBuffer pages = ByteBuffer.allocateDirect(bytes);
        Random random = new Random(1);
        byte[] name = new byte[14];
        for (int row = 0; pages.remaining() >= ROW; row++) {
            pages.putInt(row);
            pages.putInt(random.nextInt(100_000));
            pages.putLong(780_000_000_000_000L + row * 1_000L + random.nextInt(1_000));
            for (int at = 0; at < name.length; at++) {
                name[at] = (byte) ('a' + random.nextInt(26));
            }
            pages.put(name);
            pages.position(pages.position() + ROW - 30);
        }
        return pages.clear();
    }
}
