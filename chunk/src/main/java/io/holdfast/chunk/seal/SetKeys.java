package io.holdfast.chunk.seal;

import io.holdfast.chunk.frame.Sha256;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import java.nio.charset.StandardCharsets;

/** What is derived from a set's data key for the set as a whole. */
public final class SetKeys {
    private static final int LENGTH = 32;
    private static final byte[] NO_LABEL = {};

    private SetKeys() {}

    /**
     * What the manifest's body holds to name the data key without showing it, 32 bytes.
     *
     * @throws io.holdfast.protocol.failure.Permanent unfit-key when the data key is not 32 bytes
     */
    public static Bytes dataKeyCommitment(String setId, SecretBytes dataKey) {
        return Bytes.of(derive(setId, dataKey, "HFS1 dek commit"));
    }

    /**
     * The key that belongs to the set's manifest, 32 bytes; the caller closes it.
     *
     * @throws io.holdfast.protocol.failure.Permanent unfit-key when the data key is not 32 bytes
     */
    public static SecretBytes manifestKey(String setId, SecretBytes dataKey) {
        return SecretBytes.takeOver(derive(setId, dataKey, "HFS1 manifest"));
    }

    private static byte[] derive(String setId, SecretBytes dataKey, String use) {
        byte[] salt = Sha256.digest().digest(setId.getBytes(StandardCharsets.UTF_8));
        WipedKey extracted = Hkdf.extract(salt, dataKey);
        try {
            return Hkdf.expand(extracted, use, NO_LABEL, LENGTH);
        } finally {
            extracted.destroy();
        }
    }
}
