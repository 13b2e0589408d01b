package io.holdfast.chunk.seal;

import io.holdfast.chunk.ChunkFailure;
import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.Permanent;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/** AES-GCM with a 16-byte tag; the associated data is the header's hash and the authentic part of the frame's head. */
final class AesGcmCipher implements ChunkCipher {
    private static final int TAG = 16;
    private static final int TAG_BITS = 128;

    private final Cipher cipher;
    private final WipedKey key;
    private final byte[] headerHash;
    private final Nonces nonces = new Nonces();

    /** Takes the key over. */
    AesGcmCipher(Cipher cipher, WipedKey key, Bytes headerHash) {
        this.cipher = cipher;
        this.key = key;
        this.headerHash = headerHash.toArray();
    }

    @Override
    public int sealedLength(int packedLength) {
        return packedLength + TAG;
    }

    @Override
    public void seal(byte[] frame, byte[] packed, int packedLength) {
        byte[] nonce = nonces.toSeal(frame);
        try {
            begin(Cipher.ENCRYPT_MODE, nonce, frame);
            int written = cipher.doFinal(packed, 0, packedLength, frame, FrameHeader.LENGTH);
            if (written != sealedLength(packedLength)) {
                throw new IllegalStateException("AES-GCM made " + written + " bytes of " + packedLength);
            }
        } catch (GeneralSecurityException refused) {
            throw failed(refused);
        }
    }

    @Override
    public int open(byte[] frame, int length, byte[] packed) {
        int sealed = ChunkCipher.sealed(length);
        if (sealed <= TAG) {
            return NOT_AUTHENTIC;
        }
        try {
            begin(Cipher.DECRYPT_MODE, Nonces.of(frame), frame);
            return cipher.doFinal(frame, FrameHeader.LENGTH, sealed, packed, 0);
        } catch (AEADBadTagException damaged) {
            return NOT_AUTHENTIC;
        } catch (GeneralSecurityException refused) {
            throw failed(refused);
        }
    }

    @Override
    public void close() {
        key.destroy();
    }

    private void begin(int mode, byte[] nonce, byte[] frame) throws GeneralSecurityException {
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(headerHash);
        cipher.updateAAD(frame, 0, FrameHeader.AUTHENTICATED);
    }

    private Permanent failed(GeneralSecurityException refused) {
        return new Permanent(
                ChunkFailure.NO_CIPHER,
                "the provider " + cipher.getProvider().getName() + " refuses to use AES-GCM",
                refused);
    }
}
