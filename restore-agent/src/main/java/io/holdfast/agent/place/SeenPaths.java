package io.holdfast.agent.place;

import java.util.Arrays;

/**
 * Finds out which paths come more than once, in eight bytes a path: by FNV-1a of 64 bits. Two different paths with the same
 * hash only cost memory, nothing else.
 */
final class SeenPaths {
    private static final long START = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private long[] hashes = new long[1_024];
    private int count;

    void add(String path) {
        if (count == hashes.length) {
            hashes = Arrays.copyOf(hashes, Math.multiplyExact(count, 2));
        }
        hashes[count++] = hash(path);
    }

    /** After all were added: keeps only what came more than once. */
    void sort() {
        Arrays.sort(hashes, 0, count);
        int kept = 0;
        for (int i = 1; i < count; i++) {
            boolean twice = hashes[i] == hashes[i - 1];
            if (twice && (kept == 0 || hashes[kept - 1] != hashes[i])) {
                hashes[kept++] = hashes[i];
            }
        }
        hashes = Arrays.copyOf(hashes, kept);
        count = kept;
    }

    /** Whether a path may have come more than once. */
    boolean again(String path) {
        return Arrays.binarySearch(hashes, hash(path)) >= 0;
    }

    private static long hash(String path) {
        long hash = START;
        for (int i = 0; i < path.length(); i++) {
            hash = (hash ^ path.charAt(i)) * PRIME;
        }
        return hash;
    }
}
