package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** JSON that the command prints, held against the schemas in docs. */
final class Documented {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private Documented() {}

    /** The one value that a text is; anything beside it fails. */
    static JsonNode json(String text) throws IOException {
        return JSON.readTree(text);
    }

    /** The values of an array, each as a schema says. */
    static List<JsonNode> list(String text, String schema, String type) throws IOException {
        JsonNode array = json(text);
        assertThat(array.isArray()).as(text).isTrue();
        List<JsonNode> values =
                JSON.convertValue(array, JSON.getTypeFactory().constructCollectionType(List.class, JsonNode.class));
        for (JsonNode value : values) {
            check(value, schema, type);
        }
        return values;
    }

    /** Whether an object has all fields that its schema requires, and none that it does not know. */
    static void check(JsonNode object, String schema, String type) throws IOException {
        JsonNode definition = JSON.readTree(
                        Files.readString(docs().resolve("schemas").resolve(schema)))
                .get("$defs")
                .get(type);
        List<String> fields = names(object);
        assertThat(fields).as("fields of %s in %s", type, object).isSubsetOf(names(definition.get("properties")));
        definition.get("required").forEach(name -> assertThat(fields).contains(name.asText()));
    }

    private static List<String> names(JsonNode object) {
        return object.properties().stream().map(java.util.Map.Entry::getKey).toList();
    }

    private static Path docs() {
        Path beside = Path.of("../docs");
        return Files.exists(beside) ? beside : Path.of("docs");
    }
}
