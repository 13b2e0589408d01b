package io.holdfast.column.key;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What ties an entry of a key table to a column encryption key: whoever changes the entry without the key cannot make its proof.
 *
 * <pre>
 * proof = HMAC-SHA-256(HMAC-SHA-256(column encryption key, "Holdfast key table entry"), word*)
 * word  = length of the UTF-8 bytes, int32 BE | UTF-8 bytes
 * </pre>
 */
public final class KeyProof {
    private static final byte[] SENTENCE = "Holdfast key table entry".getBytes(StandardCharsets.US_ASCII);

    private KeyProof() {}

    /** The proof over these words, in this order. */
    public static Bytes of(SecretBytes columnKey, List<String> words) {
        byte[] key = columnKey.use(bytes -> mac(bytes, List.of(SENTENCE)));
        try (SecretBytes derived = SecretBytes.takeOver(key)) {
            return Bytes.of(derived.use(bytes -> mac(
                    bytes,
                    words.stream()
                            .map(word -> word.getBytes(StandardCharsets.UTF_8))
                            .map(word -> ByteBuffer.allocate(Integer.BYTES + word.length)
                                    .putInt(word.length)
                                    .put(word)
                                    .array())
                            .toList())));
        }
    }

    private static byte[] mac(byte[] key, List<byte[]> parts) {
        try {
            Mac hmac = Mac.getInstance("HmacSHA256");
            hmac.init(new SecretKeySpec(key, "HmacSHA256"));
            parts.forEach(hmac::update);
            return hmac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }
}
