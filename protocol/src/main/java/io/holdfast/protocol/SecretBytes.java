package io.holdfast.protocol;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Key bytes with an owner: wiped when closed, compared in constant time, never shown. Every reading of key bytes is a call of
 * {@link #use}, so that one search finds them all.
 */
public final class SecretBytes implements AutoCloseable {
    private final byte[] content;
    private boolean closed;

    private SecretBytes(byte[] content) {
        this.content = content;
    }

    /** Takes the bytes over: the caller must not keep the array. */
    public static SecretBytes takeOver(byte[] content) {
        return new SecretBytes(content);
    }

    /**
     * Lends the bytes to {@code reader}, which must not keep them; a closed secret is an {@link IllegalStateException}.
     *
     * @return what {@code reader} returns
     */
    public synchronized <T> T use(Function<byte[], T> reader) {
        if (closed) {
            throw new IllegalStateException("a secret was used after it was closed");
        }
        return reader.apply(content);
    }

    /** A second handle with a copy of its own, to be closed by itself. */
    public SecretBytes copy() {
        return use(bytes -> new SecretBytes(bytes.clone()));
    }

    /** The number of bytes. */
    public int length() {
        return content.length;
    }

    /** Whether both hold the same bytes, in constant time. */
    public boolean sameAs(SecretBytes other) {
        return use(mine -> other.use(theirs -> MessageDigest.isEqual(mine, theirs)));
    }

    @Override
    public synchronized void close() {
        Arrays.fill(content, (byte) 0);
        closed = true;
    }

    @Override
    public String toString() {
        return "SecretBytes(" + content.length + ")";
    }
}
