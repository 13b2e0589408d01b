package io.holdfast.keys.seal;

import io.holdfast.protocol.SecretBytes;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.KDF;
import javax.crypto.Mac;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Keys from keys: HKDF (RFC 5869) and HMAC (RFC 2104), both with SHA-256. */
public final class Derivation {
    private Derivation() {}

    /** 32 bytes for one purpose from a key. */
    public static SecretBytes derive(SecretBytes key, byte[] salt, String purpose) {
        byte[] info = purpose.getBytes(StandardCharsets.US_ASCII);
        return derived(key, HKDFParameterSpec.ofExtract().addSalt(salt), info);
    }

    /** 32 bytes from a key that is used once, without salt, bound to {@code info}. */
    static SecretBytes derive(SecretBytes key, byte[] info) {
        return derived(key, HKDFParameterSpec.ofExtract(), info);
    }

    private static SecretBytes derived(SecretBytes key, HKDFParameterSpec.Builder extract, byte[] info) {
        return key.use(bytes -> {
            try {
                HKDFParameterSpec parameters = extract.addIKM(bytes).thenExpand(info, KeyWrap.KEY_BYTES);
                return SecretBytes.takeOver(KDF.getInstance("HKDF-SHA256").deriveData(parameters));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("this JDK has no HKDF-SHA256", e);
            }
        });
    }

    /** The code of {@code message} under {@code key}, 32 bytes. */
    public static byte[] authenticate(SecretBytes key, byte[] message) {
        return key.use(bytes -> {
            try {
                Mac mac = Mac.getInstance("HmacSHA256");
                mac.init(new SecretKeySpec(bytes, "HmacSHA256"));
                return mac.doFinal(message);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("this JDK has no HMAC-SHA256", e);
            }
        });
    }
}
