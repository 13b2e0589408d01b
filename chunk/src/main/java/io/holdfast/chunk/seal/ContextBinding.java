package io.holdfast.chunk.seal;

import io.holdfast.chunk.frame.Sha256;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.StreamContext;
import io.holdfast.protocol.chunk.Suite;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/**
 * What a stream is bound to: SHA-256 over its context's fields, each as a 32-bit length and UTF-8 bytes, no normalisation.
 *
 * @param hash 32 bytes, in the header and in every key's derivation
 * @param where the context in words, for messages
 */
public record ContextBinding(Suite suite, Bytes hash, String where) {
    private static final String VERSION = "1";

    /** The binding of a context. */
    public static ContextBinding of(StreamContext context) {
        List<String> fields = List.of(
                VERSION,
                context.fleet().text(),
                context.instance().text(),
                context.setId(),
                context.stripe(),
                context.purpose().label(),
                context.suite().label());
        String where = "stripe " + context.stripe() + " (" + context.purpose().label() + ") of set " + context.setId()
                + " of instance " + context.instance();
        return new ContextBinding(context.suite(), hash(fields), where);
    }

    /** SHA-256 over the fields, each with its length. */
    public static Bytes hash(List<String> fields) {
        MessageDigest digest = Sha256.digest();
        for (String field : fields) {
            byte[] text = field.getBytes(StandardCharsets.UTF_8);
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(text.length).array());
            digest.update(text);
        }
        return Bytes.of(digest.digest());
    }
}
