package io.holdfast.chunk.seal;

import io.holdfast.chunk.frame.FrameHeader;

/**
 * Seals and opens the packed bytes of one stream's chunks. A frame is an array that begins with its head, complete but for
 * nothing: index, ending and the rest are read from there. For one thread.
 */
public sealed interface ChunkCipher extends AutoCloseable permits AesGcmCipher, TripleDesCipher, HashOnly {
    /** What {@link #open} returns when the frame was not sealed by this stream as it stands. */
    int NOT_AUTHENTIC = -1;

    /** How long packed bytes become. */
    int sealedLength(int packedLength);

    /**
     * Seals packed bytes into a frame after its head. Every frame once, in order, or {@link IllegalStateException}.
     *
     * @param frame a complete head, and room for {@link #sealedLength}
     * @param packed the packed bytes from 0
     * @throws io.holdfast.protocol.failure.Transient weak-key: the stream must be given up
     */
    void seal(byte[] frame, byte[] packed, int packedLength);

    /**
     * Opens a frame.
     *
     * @param length of the whole frame
     * @param packed receives the packed bytes from 0; worthless when the frame is not authentic
     * @return the number of packed bytes, or {@link #NOT_AUTHENTIC}
     * @throws io.holdfast.protocol.failure.Corrupt weak-key
     */
    int open(byte[] frame, int length, byte[] packed);

    /** Wipes the keys. */
    @Override
    void close();

    /** The number of sealed bytes in a frame. */
    static int sealed(int frameLength) {
        return frameLength - FrameHeader.LENGTH;
    }
}
