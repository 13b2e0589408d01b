package io.holdfast.chunk.frame;

import io.holdfast.chunk.ChunkFailure;
import io.holdfast.protocol.failure.Permanent;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The one hash of the format. */
public final class Sha256 {
    /** The length of a hash. */
    public static final int LENGTH = 32;

    private Sha256() {}

    /** A fresh digest. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException missing) {
            throw new Permanent(ChunkFailure.NO_CIPHER, "this Java has no SHA-256", missing);
        }
    }
}
