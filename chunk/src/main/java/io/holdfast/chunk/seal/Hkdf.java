package io.holdfast.chunk.seal;

import io.holdfast.chunk.ChunkFailure;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Permanent;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

/** HKDF (RFC 5869) with SHA-512. */
final class Hkdf {
    private static final int DATA_KEY_LENGTH = 32;

    private Hkdf() {}

    /**
     * Extracts the pseudo-random key that everything else is expanded from.
     *
     * @throws Permanent unfit-key when the data key is not 32 bytes
     */
    static WipedKey extract(byte[] salt, SecretBytes dataKey) {
        if (dataKey.length() != DATA_KEY_LENGTH) {
            throw new Permanent(ChunkFailure.UNFIT_KEY, "a data key is 32 bytes, this one is " + dataKey.length());
        }
        return dataKey.use(key -> {
            WipedKey input = new WipedKey("Generic", key.clone());
            try {
                HKDFParameterSpec extract = HKDFParameterSpec.ofExtract()
                        .addIKM(input)
                        .addSalt(salt)
                        .extractOnly();
                return new WipedKey("Generic", kdf().deriveData(extract));
            } catch (GeneralSecurityException refused) {
                throw missing(refused);
            } finally {
                input.destroy();
            }
        });
    }

    /** Expands {@code length} bytes for what {@code use} and {@code label} name. */
    static byte[] expand(WipedKey key, String use, byte[] label, int length) {
        byte[] text = use.getBytes(StandardCharsets.US_ASCII);
        byte[] info = new byte[text.length + label.length];
        System.arraycopy(text, 0, info, 0, text.length);
        System.arraycopy(label, 0, info, text.length, label.length);
        try {
            return kdf().deriveData(HKDFParameterSpec.expandOnly(key, info, length));
        } catch (GeneralSecurityException refused) {
            throw missing(refused);
        }
    }

    private static KDF kdf() throws GeneralSecurityException {
        return KDF.getInstance("HKDF-SHA512");
    }

    private static Permanent missing(GeneralSecurityException refused) {
        return new Permanent(ChunkFailure.NO_CIPHER, "this Java cannot derive keys by HKDF with SHA-512", refused);
    }
}
