package io.holdfast.chunk.seal;

import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.Sha256;
import io.holdfast.protocol.Bytes;
import java.security.MessageDigest;
import java.util.Arrays;

/** The suite none: packed bytes and SHA-256 over associated data and packed bytes. Finds accidents, not attackers. */
final class HashOnly implements ChunkCipher {
    private final MessageDigest digest = Sha256.digest();
    private final byte[] headerHash;
    private final Nonces order = new Nonces();

    HashOnly(Bytes headerHash) {
        this.headerHash = headerHash.toArray();
    }

    @Override
    public int sealedLength(int packedLength) {
        return packedLength + Sha256.LENGTH;
    }

    @Override
    public void seal(byte[] frame, byte[] packed, int packedLength) {
        order.toSeal(frame);
        System.arraycopy(packed, 0, frame, FrameHeader.LENGTH, packedLength);
        byte[] hash = hash(frame, packedLength);
        System.arraycopy(hash, 0, frame, FrameHeader.LENGTH + packedLength, Sha256.LENGTH);
    }

    @Override
    public int open(byte[] frame, int length, byte[] packed) {
        int packedLength = ChunkCipher.sealed(length) - Sha256.LENGTH;
        if (packedLength < 1) {
            return NOT_AUTHENTIC;
        }
        byte[] claimed = Arrays.copyOfRange(frame, length - Sha256.LENGTH, length);
        if (!MessageDigest.isEqual(claimed, hash(frame, packedLength))) {
            return NOT_AUTHENTIC;
        }
        System.arraycopy(frame, FrameHeader.LENGTH, packed, 0, packedLength);
        return packedLength;
    }

    @Override
    public void close() {
        // No key.
    }

    private byte[] hash(byte[] frame, int packedLength) {
        digest.update(headerHash);
        digest.update(frame, 0, FrameHeader.AUTHENTICATED);
        digest.update(frame, FrameHeader.LENGTH, packedLength);
        return digest.digest();
    }
}
