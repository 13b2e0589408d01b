package io.holdfast.keys;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.TextValue;
import io.holdfast.protocol.failure.Permanent;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The public half of an Ed25519 key that signs manifests. Its text is {@code ed25519:} and the Base64 of its 32 bytes
 * (RFC 8032), as configurations pin it.
 *
 * @param raw the 32 bytes
 */
public record SigningKey(Bytes raw) implements TextValue {
    private static final String SCHEME = "ed25519:";
    private static final int LENGTH = 32;
    /** What stands before the 32 bytes in a SubjectPublicKeyInfo of Ed25519 (RFC 8410). */
    private static final byte[] SPKI_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    public SigningKey {
        if (raw.length() != LENGTH) {
            throw Permanent.invalid("an Ed25519 public key is 32 bytes", raw.length() + " bytes");
        }
    }

    /** Reads {@code ed25519:BASE64}; anything else is {@link Permanent}. */
    public static SigningKey parse(String text) {
        String rule = "a signing key is ed25519: and the Base64 of 32 bytes";
        if (!text.startsWith(SCHEME)) {
            throw Permanent.invalid(rule, text);
        }
        try {
            return new SigningKey(Bytes.of(Base64.getDecoder().decode(text.substring(SCHEME.length()))));
        } catch (IllegalArgumentException e) {
            throw Permanent.invalid(rule, text);
        }
    }

    /** The raw key of a Java public key of algorithm Ed25519. */
    public static SigningKey of(PublicKey key) {
        byte[] encoded = key.getEncoded();
        int cut = encoded.length - LENGTH;
        if (cut != SPKI_PREFIX.length || !Arrays.equals(encoded, 0, cut, SPKI_PREFIX, 0, cut)) {
            throw Permanent.invalid("a signing key is an Ed25519 key", key.getAlgorithm());
        }
        return new SigningKey(Bytes.of(Arrays.copyOfRange(encoded, cut, encoded.length)));
    }

    /** The id in signatures: {@code ed25519-} and the first 16 hexadecimal digits of the raw key's SHA-256. */
    public String id() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(raw.toArray());
            return "ed25519-" + HexFormat.of().formatHex(digest, 0, 8);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }

    /** The same, ready to verify. */
    Ed25519 ready() {
        try {
            return Ed25519.of(raw.toArray());
        } catch (IllegalArgumentException e) {
            throw Permanent.invalid("an Ed25519 public key is a point of the curve", text());
        }
    }

    @Override
    public String text() {
        return SCHEME + Base64.getEncoder().encodeToString(raw.toArray());
    }

    @Override
    public String toString() {
        return text();
    }
}
