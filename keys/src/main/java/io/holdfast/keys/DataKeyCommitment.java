package io.holdfast.keys;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.id.SetId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * The commitment of a data key: 32 bytes that fit one data key only and say nothing about it. As HFS1 defines it:
 * HKDF-Expand(HKDF-Extract(SHA-512, salt = SHA-256(set id), ikm = data key), "HFS1 dek commit", 32).
 */
public final class DataKeyCommitment {
    private static final byte[] LABEL = "HFS1 dek commit".getBytes(StandardCharsets.US_ASCII);
    private static final int LENGTH = 32;

    private DataKeyCommitment() {}

    /** The commitment of {@code dataKey} as the key of {@code set}. */
    public static Bytes of(SetId set, SecretBytes dataKey) {
        return ofText(set.text(), dataKey);
    }

    static Bytes ofText(String setId, SecretBytes dataKey) {
        return dataKey.use(key -> {
            try {
                byte[] salt = MessageDigest.getInstance("SHA-256").digest(setId.getBytes(StandardCharsets.UTF_8));
                HKDFParameterSpec parameters =
                        HKDFParameterSpec.ofExtract().addSalt(salt).addIKM(key).thenExpand(LABEL, LENGTH);
                return Bytes.of(KDF.getInstance("HKDF-SHA512").deriveData(parameters));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("this JDK has no HKDF-SHA512", e);
            }
        });
    }

    /** Whether {@code dataKey} is the one that {@code commitment} commits to; in constant time. */
    public static boolean fits(SetId set, SecretBytes dataKey, Bytes commitment) {
        return of(set, dataKey).equals(commitment);
    }
}
