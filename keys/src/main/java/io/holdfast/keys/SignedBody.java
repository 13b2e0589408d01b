package io.holdfast.keys;

import io.holdfast.protocol.Bytes;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;

/**
 * What a manifest's signature covers: {@code "holdfast manifest 1" | 0x00 | SHA-512(body)}. The digest keeps the body out
 * of requests, the words before it keep a signature from being taken for one of another purpose.
 */
public final class SignedBody {
    /** The length of a body's digest, in bytes. */
    public static final int DIGEST_BYTES = 64;

    private static final byte[] PURPOSE = "holdfast manifest 1\0".getBytes(StandardCharsets.US_ASCII);

    private SignedBody() {}

    /** The message that is signed for {@code body}. */
    public static byte[] of(Bytes body) {
        return ofDigest(digest(body));
    }

    /** SHA-512 of {@code body}. */
    public static Bytes digest(Bytes body) {
        try {
            return Bytes.of(MessageDigest.getInstance("SHA-512").digest(body.toArray()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no SHA-512", e);
        }
    }

    /** The message that is signed for a body of this digest; another length is an {@link IllegalArgumentException}. */
    public static byte[] ofDigest(Bytes digest) {
        if (digest.length() != DIGEST_BYTES) {
            throw new IllegalArgumentException("a body's digest is 64 bytes, not " + digest.length());
        }
        byte[] message = new byte[PURPOSE.length + DIGEST_BYTES];
        System.arraycopy(PURPOSE, 0, message, 0, PURPOSE.length);
        System.arraycopy(digest.toArray(), 0, message, PURPOSE.length, DIGEST_BYTES);
        return message;
    }
}
