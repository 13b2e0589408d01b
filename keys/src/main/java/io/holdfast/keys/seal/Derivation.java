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
        return key.use(bytes -> {
            try {
                HKDFParameterSpec parameters = HKDFParameterSpec.ofExtract()
                        .addSalt(salt)
                        .addIKM(bytes)
                        .thenExpand(purpose.getBytes(StandardCharsets.US_ASCII), KeyWrap.KEY_BYTES);
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
