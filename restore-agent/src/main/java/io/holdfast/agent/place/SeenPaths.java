package io.holdfast.agent.place;

import java.util.Arrays;

/**
 * Finds out whether a path comes twice, in eight bytes a path: by FNV-1a of 64 bits. Two of a million different paths would
 * collide once in ten million restores.
 */
final class SeenPaths {
    private static final long START = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private long[] hashes = new long[1_024];
    private int count;

    void add(String path) {
        long hash = START;
        for (int i = 0; i < path.length(); i++) {
            hash = (hash ^ path.charAt(i)) * PRIME;
        }
        if (count == hashes.length) {
            hashes = Arrays.copyOf(hashes, Math.multiplyExact(count, 2));
        }
        hashes[count++] = hash;
    }

    boolean anyTwice() {
        Arrays.sort(hashes, 0, count);
        for (int i = 1; i < count; i++) {
            if (hashes[i] == hashes[i - 1]) {
                return true;
            }
        }
        return false;
    }
}
