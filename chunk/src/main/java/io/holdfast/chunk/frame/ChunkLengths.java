package io.holdfast.chunk.frame;

import java.util.Arrays;

/** How long the plaintext of each data frame is: what a table's extents are held against. */
public final class ChunkLengths {
    private static final int FIRST_ROOM = 512;

    private int[] lengths = new int[FIRST_ROOM];
    private int count;

    /** No frame yet. */
    public ChunkLengths() {}

    /** Adds the next data frame. */
    public void add(int plainLength) {
        if (count == lengths.length) {
            lengths = Arrays.copyOf(lengths, count * 2);
        }
        lengths[count++] = plainLength;
    }

    /** The number of data frames. */
    public int count() {
        return count;
    }

    /** Whether a run of bytes lies whole in the data frame of the given index. */
    public boolean hold(long chunkIndex, long chunkOffset, long length) {
        return chunkIndex >= 0
                && chunkIndex < count
                && chunkOffset >= 0
                && length >= 1
                && length <= lengths[(int) chunkIndex] - chunkOffset;
    }
}
