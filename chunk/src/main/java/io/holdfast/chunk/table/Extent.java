package io.holdfast.chunk.table;

import java.nio.ByteBuffer;

/**
 * A run of a file's bytes that lies whole in one chunk.
 *
 * @param fileOffset where it stands in the file
 * @param length bytes, at least 1
 * @param chunkIndex the index of the frame that holds it
 * @param chunkOffset where it begins in that frame's plaintext
 * @param crc32c CRC-32C (Castagnoli) of its bytes, 0 to 2^32 - 1
 */
public record Extent(long fileOffset, int length, long chunkIndex, int chunkOffset, long crc32c) {
    /** The first byte of the file after it. */
    public long fileEnd() {
        return fileOffset + length;
    }

    /** These bytes in the plaintext of their chunk, which is not consumed. */
    public ByteBuffer in(ByteBuffer plaintext) {
        return plaintext.slice(plaintext.position() + chunkOffset, length);
    }
}
