package io.holdfast.protocol;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * An immutable run of bytes: hashes, wrapped keys, signatures. Not for secrets, which are handles that close.
 * Travels as lower-case hexadecimal text.
 */
public final class Bytes implements TextValue {
    private final byte[] content;

    private Bytes(byte[] content) {
        this.content = content;
    }

    /** A copy of {@code content}. */
    public static Bytes of(byte[] content) {
        return new Bytes(content.clone());
    }

    /** Reads hexadecimal text of either case; anything else is an {@link IllegalArgumentException}. */
    public static Bytes parse(String hex) {
        return new Bytes(HexFormat.of().parseHex(hex));
    }

    /** A copy. */
    public byte[] toArray() {
        return content.clone();
    }

    /** The number of bytes. */
    public int length() {
        return content.length;
    }

    @Override
    public String text() {
        return HexFormat.of().formatHex(content);
    }

    /** Compares in constant time. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Bytes bytes && MessageDigest.isEqual(content, bytes.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    @Override
    public String toString() {
        return text();
    }
}
