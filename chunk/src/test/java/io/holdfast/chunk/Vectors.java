package io.holdfast.chunk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.holdfast.chunk.open.StreamExpectation;
import io.holdfast.chunk.seal.ContextBinding;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.quantity.ByteCount;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The streams of hfs1-vectors.json, made and checked by two independent programs. */
public final class Vectors {
    private static final JsonNode ALL = read();

    private Vectors() {}

    /** One good stream with its intermediate values. */
    public record Vector(JsonNode json) {
        public String name() {
            return json.get("name").asText();
        }

        public Suite suite() {
            return Suite.parse(json.get("suite").asText());
        }

        public byte[] bytes(String field) {
            return hex(json.get(field));
        }

        public Optional<SecretBytes> dataKey() {
            return suite() == Suite.NONE ? Optional.empty() : Optional.of(SecretBytes.takeOver(bytes("dek")));
        }

        public ContextBinding binding() {
            return Vectors.binding(json.get("context"));
        }

        public Receipt receipt() {
            JsonNode receipt = json.get("receipt");
            byte[] header = bytes("header");
            return new Receipt(
                    StreamId.parse(receipt.get("streamId").asText()),
                    Bytes.of(io.holdfast.chunk.frame.Sha256.digest().digest(header)),
                    receipt.get("frames").asLong(),
                    ByteCount.of(receipt.get("dataBytes").asLong()),
                    ByteCount.of(receipt.get("sealedBytes").asLong()),
                    Bytes.of(bytes("root")));
        }

        public StreamExpectation expectation() {
            return new StreamExpectation(binding(), dataKey(), Optional.of(receipt()));
        }

        @Override
        public String toString() {
            return name();
        }
    }

    public static Stream<Vector> good() {
        return ALL.get("vectors").valueStream().map(Vector::new);
    }

    public static Vector named(String name) {
        return good().filter(vector -> vector.name().equals(name)).findFirst().orElseThrow();
    }

    public static List<JsonNode> damaged() {
        return ALL.get("damage").valueStream().toList();
    }

    public static JsonNode manifest() {
        return ALL.get("manifest");
    }

    public static byte[] plaintext(String sha256) {
        return hex(ALL.get("plaintexts").get(sha256));
    }

    public static ContextBinding binding(JsonNode context) {
        List<String> fields = Stream.of("version", "fleetId", "instance", "backupSetId", "stripe", "purpose", "suite")
                .map(field -> context.get(field).asText())
                .toList();
        Suite suite = Suite.parse(context.get("suite").asText());
        return new ContextBinding(suite, ContextBinding.hash(fields), "stripe 7 of the vectors");
    }

    public static byte[] hex(JsonNode text) {
        return HexFormat.of().parseHex(text.asText());
    }

    private static JsonNode read() {
        try (InputStream in = Vectors.class.getResourceAsStream("/hfs1-vectors.json")) {
            return new ObjectMapper().readTree(in);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
