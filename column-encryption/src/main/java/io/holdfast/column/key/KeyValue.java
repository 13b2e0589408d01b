package io.holdfast.column.key;

import io.holdfast.column.ColumnFailure;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.Corrupt;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * The encrypted value of a column encryption key, as SQL Server keeps it in sys.column_encryption_key_values.
 *
 * <pre>
 * 0x01 | path length u16 LE | ciphertext length u16 LE | path, lower case, UTF-16LE | ciphertext | signature
 * </pre>
 *
 * Lengths are in bytes. The signature is over everything before it and is as long as the master key's modulus, as is the
 * ciphertext.
 *
 * @param path in lower case
 * @param ciphertext the key under RSA-OAEP
 * @param signature of the master key
 */
public record KeyValue(String path, Bytes ciphertext, Bytes signature) {
    private static final byte VERSION = 1;
    private static final int HEADER = 5;
    private static final int LONGEST = 0xFFFF;

    /** Without regard to the machine's language. */
    static String lower(String path) {
        return path.toLowerCase(Locale.ROOT);
    }

    /** What is signed; an overlong path is {@link Corrupt}. */
    static byte[] signedPart(String path, byte[] ciphertext) {
        byte[] name = lower(path).getBytes(StandardCharsets.UTF_16LE);
        if (name.length > LONGEST || ciphertext.length > LONGEST) {
            throw new Corrupt(
                    ColumnFailure.KEY_VALUE_DAMAGED, "the path of a column master key has " + name.length + " bytes");
        }
        return ByteBuffer.allocate(HEADER + name.length + ciphertext.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(VERSION)
                .putShort((short) name.length)
                .putShort((short) ciphertext.length)
                .put(name)
                .put(ciphertext)
                .array();
    }

    byte[] signedPart() {
        return signedPart(path, ciphertext.toArray());
    }

    /** The bytes as they are stored. */
    public Bytes bytes() {
        byte[] signed = signedPart();
        byte[] all = Arrays.copyOf(signed, signed.length + signature.length());
        System.arraycopy(signature.toArray(), 0, all, signed.length, signature.length());
        return Bytes.of(all);
    }

    /**
     * Takes the stored bytes apart, and checks version and lengths; the signature is not looked at.
     *
     * @param keyName the column encryption key's, for messages
     * @throws Corrupt if they are cut or of another version
     */
    public static KeyValue parse(String keyName, Bytes stored) {
        ByteBuffer in = ByteBuffer.wrap(stored.toArray()).order(ByteOrder.LITTLE_ENDIAN);
        if (in.remaining() < HEADER) {
            throw damaged(keyName, "it has " + in.remaining() + " bytes");
        }
        byte version = in.get();
        if (version != VERSION) {
            throw damaged(keyName, "its version is " + version + " instead of 1");
        }
        int pathLength = Short.toUnsignedInt(in.getShort());
        int cipherLength = Short.toUnsignedInt(in.getShort());
        if (in.remaining() <= pathLength + cipherLength || pathLength % 2 != 0) {
            throw damaged(
                    keyName,
                    "it has " + stored.length() + " bytes, too few for a path of " + pathLength + ", a ciphertext of "
                            + cipherLength + " and a signature");
        }
        String path = text(keyName, slice(in, pathLength));
        Bytes ciphertext = Bytes.of(slice(in, cipherLength));
        KeyValue value = new KeyValue(path, ciphertext, Bytes.of(slice(in, in.remaining())));
        if (!value.bytes().equals(stored)) {
            throw damaged(keyName, "its path is not in lower case");
        }
        return value;
    }

    private static byte[] slice(ByteBuffer in, int length) {
        byte[] slice = new byte[length];
        in.get(slice);
        return slice;
    }

    private static String text(String keyName, byte[] utf16) {
        try {
            CharBuffer text = StandardCharsets.UTF_16LE.newDecoder().decode(ByteBuffer.wrap(utf16));
            return text.toString();
        } catch (CharacterCodingException e) {
            throw damaged(keyName, "its path is not UTF-16");
        }
    }

    private static Corrupt damaged(String keyName, String why) {
        return new Corrupt(
                ColumnFailure.KEY_VALUE_DAMAGED,
                "the value of column encryption key " + keyName + " cannot be read: " + why);
    }
}
