package io.holdfast.messaging.schema;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.holdfast.messaging.codec.Shape;
import io.holdfast.messaging.codec.Shapes;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.plan.Extent;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The JSON Schema (draft 2020-12) of one record. Made from the same shape that the codec reads by. */
final class RecordSchema {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Map<String, ObjectNode> definitions = new TreeMap<>();
    /** Where references point: {@code #/$defs/} in a schema, {@code #/components/schemas/} in an AsyncAPI document. */
    private final String place;

    RecordSchema(String place) {
        this.place = place;
    }

    /** The definitions that were needed so far, by name. */
    Map<String, ObjectNode> definitions() {
        return definitions;
    }

    /** A whole document. */
    static ObjectNode document(Class<?> type) {
        RecordSchema schema = new RecordSchema("#/$defs/");
        ObjectNode document = JSON.objectNode();
        document.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        document.put("title", Shapes.kebab(type.getSimpleName()).replace('-', ' '));
        document.setAll(schema.of(Shapes.of(type)));
        ObjectNode definitions = document.putObject("$defs");
        schema.definitions().forEach(definitions::set);
        return document;
    }

    /** The schema of a shape, mostly a reference to a definition. */
    ObjectNode of(Shape shape) {
        return switch (shape) {
            case Shape.Struct struct -> named(struct.type().getSimpleName(), () -> struct(struct, null, null));
            case Shape.Union union -> named(union.type().getSimpleName(), () -> union(union));
            case Shape.Word word -> named(word.type().getSimpleName(), () -> Forms.word(word.type()));
            case Shape.Quantity quantity ->
                named(quantity.type().getSimpleName(), () -> Forms.quantity(quantity.type()));
            case Shape.Choice choice -> named(choice.type().getSimpleName(), () -> choice(choice));
            case Shape.Sequence sequence ->
                JSON.objectNode().put("type", "array").set("items", of(sequence.element()));
            case Shape.Table table ->
                JSON.objectNode().put("type", "object").set("additionalProperties", of(table.value()));
            case Shape.Text text -> JSON.objectNode().put("type", "string");
            case Shape.Whole whole -> whole(whole);
            case Shape.Truth truth -> JSON.objectNode().put("type", "boolean");
            case Shape.Moment moment -> moment();
        };
    }

    private ObjectNode named(String name, java.util.function.Supplier<ObjectNode> maker) {
        if (!definitions.containsKey(name)) {
            definitions.put(name, JSON.objectNode());
            definitions.put(name, maker.get());
        }
        return JSON.objectNode().put("$ref", place + name);
    }

    private ObjectNode union(Shape.Union union) {
        ObjectNode schema = JSON.objectNode();
        ArrayNode variants = schema.putArray("oneOf");
        union.variants().forEach((word, variant) -> {
            String name = union.type().getSimpleName() + "." + variant.type().getSimpleName();
            variants.add(named(name, () -> struct(variant, union.discriminator(), word)));
        });
        return schema;
    }

    private ObjectNode struct(Shape.Struct struct, @Nullable String discriminator, @Nullable String word) {
        ObjectNode schema = JSON.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = schema.putArray("required");
        if (discriminator != null) {
            properties.putObject(discriminator).put("const", word);
            required.add(discriminator);
        }
        for (Shape.Field field : struct.fields()) {
            properties.set(field.name(), field(field));
            if (field.required()) {
                required.add(field.name());
            }
        }
        schema.put("additionalProperties", false);
        refine(struct.type(), schema, properties);
        return schema;
    }

    private ObjectNode field(Shape.Field field) {
        if (field.name().equals("v")) {
            return JSON.objectNode().put("const", 1);
        }
        ObjectNode schema = of(field.shape());
        if (field.required()) {
            return schema;
        }
        ObjectNode either = JSON.objectNode();
        either.putArray("anyOf").add(schema).add(JSON.objectNode().put("type", "null"));
        return either;
    }

    /** What the constructors of records check beyond the types of their fields. */
    private static void refine(Class<?> type, ObjectNode schema, ObjectNode properties) {
        if (type == Compression.class) {
            schema.putObject("if").putObject("properties").putObject("codec").put("const", "zstd");
            ObjectNode zstd = schema.putObject("then").putObject("properties").putObject("level");
            zstd.put("minimum", -7).put("maximum", 19).putObject("not").put("const", 0);
            schema.putObject("else").putObject("properties").putObject("level").put("const", 0);
        }
        if (type == Extent.class) {
            for (String name : new String[] {"offset", "length"}) {
                properties.putObject(name).put("type", "integer").put("minimum", 0);
            }
        }
    }

    private static ObjectNode choice(Shape.Choice choice) {
        ObjectNode schema = JSON.objectNode();
        ArrayNode words = schema.putArray("enum");
        choice.words().keySet().forEach(words::add);
        return schema;
    }

    private static ObjectNode whole(Shape.Whole whole) {
        ObjectNode schema = JSON.objectNode().put("type", "integer");
        if (whole.most() == Integer.MAX_VALUE) {
            schema.put("minimum", whole.least()).put("maximum", whole.most());
        }
        return schema;
    }

    private static ObjectNode moment() {
        return JSON.objectNode()
                .put("type", "string")
                .put("format", "date-time")
                .put("pattern", "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z$");
    }
}
