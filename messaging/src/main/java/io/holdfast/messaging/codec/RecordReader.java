package io.holdfast.messaging.codec;

import com.fasterxml.jackson.databind.JsonNode;
import io.holdfast.messaging.MessagingFailure;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes a value of a shape from a tree of JSON, or says which field is wrong. */
final class RecordReader {
    private static final int VERSION = 1;

    /** What is read, for the messages: "job request". */
    private final String what;

    RecordReader(String what) {
        this.what = what;
    }

    Object read(Shape shape, JsonNode node, String path) {
        return switch (shape) {
            case Shape.Struct struct -> struct(struct, fields(node, path), path, null);
            case Shape.Union union -> union(union, fields(node, path), path);
            case Shape.Word word -> word(word, node, path);
            case Shape.Quantity quantity -> quantity(quantity, node, path);
            case Shape.Choice choice -> choice(choice, node, path);
            case Shape.Sequence sequence -> sequence(sequence, node, path);
            case Shape.Table table -> table(table, node, path);
            case Shape.Text text -> text(node, path);
            case Shape.Whole whole -> whole(whole, node, path);
            case Shape.Truth truth -> truth(node, path);
            case Shape.Moment moment -> moment(node, path);
        };
    }

    private Object union(Shape.Union union, JsonNode node, String path) {
        String name = union.discriminator();
        JsonNode word = node.get(name);
        if (word == null) {
            throw bad(
                    path,
                    "field \"" + name + "\" is missing; it is one of "
                            + listed(union.variants().keySet()));
        }
        Shape.Struct variant = union.variants().get(text(word, path + "." + name));
        if (variant == null) {
            throw unknownWord(
                    path + "." + name, word.textValue(), union.variants().keySet());
        }
        return struct(variant, node, path, name);
    }

    private Object struct(Shape.Struct struct, JsonNode node, String path, @Nullable String discriminator) {
        refuseUnknown(struct, node, path, discriminator);
        List<Shape.Field> fields = struct.fields();
        @Nullable Object[] arguments = new @Nullable Object[fields.size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = field(fields.get(i), node, path);
        }
        return meaning(path, () -> Shapes.call(() -> struct.constructor().newInstance(arguments)));
    }

    private void refuseUnknown(Shape.Struct struct, JsonNode node, String path, @Nullable String discriminator) {
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            String name = entry.getKey();
            if (!name.equals(discriminator) && struct.field(name).isEmpty()) {
                List<String> known =
                        struct.fields().stream().map(Shape.Field::name).toList();
                String meant = NearestName.of(name, known)
                        .map(near -> "did you mean \"" + near + "\"?")
                        .orElse("known here: " + String.join(", ", known));
                throw bad(path, "field \"" + shown(name) + "\" is unknown; " + meant);
            }
        }
    }

    private @Nullable Object field(Shape.Field field, JsonNode node, String path) {
        JsonNode value = node.get(field.name());
        if (value == null || value.isNull()) {
            if (field.required()) {
                throw bad(path, "field \"" + field.name() + "\" is " + (value == null ? "missing" : "null"));
            }
            return null;
        }
        String place = path + "." + field.name();
        Object read = read(field.shape(), value, place);
        if (field.name().equals("v") && !Objects.equals(read, VERSION)) {
            throw bad(place, "version " + read + " of this record is not known here; known is " + VERSION);
        }
        return read;
    }

    private Object word(Shape.Word word, JsonNode node, String path) {
        String text = text(node, path);
        return meaning(path, () -> word.parse().apply(text));
    }

    private Object quantity(Shape.Quantity quantity, JsonNode node, String path) {
        long number = whole(new Shape.Whole(Long.MIN_VALUE, Long.MAX_VALUE), node, path)
                .longValue();
        return meaning(path, () -> quantity.make().apply(number));
    }

    private Object choice(Shape.Choice choice, JsonNode node, String path) {
        String text = text(node, path);
        Object constant = choice.words().get(text);
        if (constant == null) {
            throw unknownWord(path, text, choice.words().keySet());
        }
        return constant;
    }

    private List<Object> sequence(Shape.Sequence sequence, JsonNode node, String path) {
        if (!node.isArray()) {
            throw wrongKind(path, "an array", node);
        }
        List<Object> elements = new ArrayList<>(node.size());
        for (int i = 0; i < node.size(); i++) {
            elements.add(read(sequence.element(), Objects.requireNonNull(node.get(i)), path + "[" + i + "]"));
        }
        return Collections.unmodifiableList(elements);
    }

    private Map<String, Object> table(Shape.Table table, JsonNode node, String path) {
        Map<String, Object> entries = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : fields(node, path).properties()) {
            String place = path + "." + shown(entry.getKey());
            entries.put(entry.getKey(), read(table.value(), entry.getValue(), place));
        }
        return Collections.unmodifiableMap(entries);
    }

    private Number whole(Shape.Whole range, JsonNode node, String path) {
        if (!node.isIntegralNumber()) {
            throw wrongKind(path, "a whole number", node);
        }
        if (!node.canConvertToLong() || node.longValue() < range.least() || node.longValue() > range.most()) {
            throw bad(path, "the number is out of range");
        }
        return range.most() == Integer.MAX_VALUE ? (Number) node.intValue() : (Number) node.longValue();
    }

    private Object truth(JsonNode node, String path) {
        if (!node.isBoolean()) {
            throw wrongKind(path, "true or false", node);
        }
        return node.booleanValue();
    }

    private Object moment(JsonNode node, String path) {
        String text = text(node, path);
        try {
            if (text.endsWith("Z")) {
                return Instant.parse(text);
            }
        } catch (DateTimeException e) {
            // falls through to the one message
        }
        throw bad(path, "a time is ISO 8601 in UTC such as 2026-11-30T12:00:00Z, but this is \"" + shown(text) + "\"");
    }

    private JsonNode fields(JsonNode node, String path) {
        if (!node.isObject()) {
            throw wrongKind(path, "an object", node);
        }
        return node;
    }

    private String text(JsonNode node, String path) {
        String text = node.textValue();
        if (text == null) {
            throw wrongKind(path, "a string", node);
        }
        return text;
    }

    /** What a constructor says about its arguments, with the place of the value. */
    private Object meaning(String path, java.util.function.Supplier<Object> maker) {
        try {
            return maker.get();
        } catch (Failure e) {
            throw bad(path, e.what());
        } catch (IllegalArgumentException e) {
            throw bad(path, Objects.requireNonNullElse(e.getMessage(), "the value is not of its form"));
        }
    }

    private Permanent unknownWord(String path, String word, Collection<String> known) {
        String meant = NearestName.of(word, known)
                .map(near -> "; did you mean \"" + near + "\"?")
                .orElse("");
        return bad(path, "\"" + shown(word) + "\" is not one of " + listed(known) + meant);
    }

    private Permanent wrongKind(String path, String wanted, JsonNode node) {
        String found = switch (node.getNodeType()) {
            case ARRAY -> "an array";
            case OBJECT -> "an object";
            case STRING -> "a string";
            case NUMBER -> "the number " + shown(node.asText());
            case BOOLEAN -> node.asText();
            case NULL -> "null";
            case BINARY, MISSING, POJO -> "nothing";
        };
        return bad(path, "here belongs " + wanted + ", but this is " + found);
    }

    Permanent bad(String path, String why) {
        return new Permanent(MessagingFailure.BAD_RECORD, "the " + what + " cannot be used: at " + path + ": " + why);
    }

    private static String listed(Collection<String> words) {
        return String.join(", ", words);
    }

    private static String shown(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "…";
    }
}
