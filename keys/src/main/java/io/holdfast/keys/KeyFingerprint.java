package io.holdfast.keys;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.TextValue;
import io.holdfast.protocol.failure.Permanent;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.util.regex.Pattern;

/**
 * What identifies the key of a certificate, whatever its name is here and whichever certificate carries it now: SHA-256 of the
 * public key as a certificate holds it (SubjectPublicKeyInfo, RFC 5280). Its text is {@code sha256:} and 64 hexadecimal digits.
 *
 * @param digest the 32 bytes
 */
public record KeyFingerprint(Bytes digest) implements TextValue {
    private static final String SCHEME = "sha256:";
    private static final Pattern FORM = Pattern.compile(SCHEME + "[0-9a-f]{64}");

    /** Reads {@code sha256:HEX}; anything else is {@link Permanent}. */
    public static KeyFingerprint parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw Permanent.invalid("the fingerprint of a key is sha256: and 64 digits of 0-9 and a-f", text);
        }
        return new KeyFingerprint(Bytes.parse(text.substring(SCHEME.length())));
    }

    /** Of a public key. */
    public static KeyFingerprint of(PublicKey key) {
        try {
            return new KeyFingerprint(
                    Bytes.of(MessageDigest.getInstance("SHA-256").digest(key.getEncoded())));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }

    @Override
    public String text() {
        return SCHEME + digest.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
