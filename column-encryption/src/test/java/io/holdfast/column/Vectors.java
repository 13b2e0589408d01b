package io.holdfast.column;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.holdfast.protocol.SecretBytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.StreamSupport;

/** What Microsoft's driver wrote. */
public final class Vectors {
    private static final JsonNode ALL = load();

    private Vectors() {}

    private static JsonNode load() {
        try (InputStream in =
                Objects.requireNonNull(Vectors.class.getResourceAsStream("always-encrypted-vectors.json"))) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The entries of one kind, never none. */
    public static List<JsonNode> of(String kind) {
        List<JsonNode> found =
                StreamSupport.stream(ALL.path(kind).spliterator(), false).toList();
        if (found.isEmpty()) {
            throw new IllegalStateException("no vectors " + kind);
        }
        return found;
    }

    /** The column encryption key of this number. */
    public static SecretBytes key(int number) {
        return SecretBytes.takeOver(hex(of("keys").get(number).get("cek")));
    }

    /** The bytes of a field. */
    public static byte[] hex(JsonNode text) {
        return HexFormat.of().parseHex(text.asText());
    }
}
