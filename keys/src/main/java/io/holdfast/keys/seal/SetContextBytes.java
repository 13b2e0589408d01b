package io.holdfast.keys.seal;

import io.holdfast.protocol.chunk.SetContext;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.List;

/**
 * A set's context as wrapping binds it: the fields {@code holdfast set 1}, fleet id, instance, set id, {@code data-key}, each
 * as u32 length and UTF-8 bytes, as HFS1 writes its contexts.
 */
public final class SetContextBytes {
    private SetContextBytes() {}

    /** The bytes, as associated data. */
    public static byte[] of(SetContext context) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            List<String> fields = List.of(
                    "holdfast set 1",
                    context.fleet().text(),
                    context.instance().text(),
                    context.set().text(),
                    "data-key");
            for (String field : fields) {
                byte[] text = field.getBytes(StandardCharsets.UTF_8);
                out.writeInt(text.length);
                out.write(text);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return bytes.toByteArray();
    }

    /** SHA-256 of the bytes, as the context of a derived key. */
    public static byte[] hash(SetContext context) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(of(context));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }
}
