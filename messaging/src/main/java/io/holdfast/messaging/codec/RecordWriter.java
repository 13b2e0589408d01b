package io.holdfast.messaging.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.protocol.NumberValue;
import io.holdfast.protocol.TextValue;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes a value of a shape: fields in the order of the record, keys of tables sorted, absent values left out. */
final class RecordWriter {
    private final JsonGenerator out;

    RecordWriter(JsonGenerator out) {
        this.out = out;
    }

    void write(Shape shape, Object value) throws IOException {
        switch (shape) {
            case Shape.Struct struct -> struct(struct, value, null, null);
            case Shape.Union union -> {
                String word = union.word(value);
                struct(variant(union, word), value, union.discriminator(), word);
            }
            case Shape.Word word -> out.writeString(((TextValue) value).text());
            case Shape.Quantity quantity -> out.writeNumber(((NumberValue) value).number());
            case Shape.Choice choice -> out.writeString(choice.word(value));
            case Shape.Sequence sequence -> {
                out.writeStartArray();
                for (Object element : (List<?>) value) {
                    write(sequence.element(), element);
                }
                out.writeEndArray();
            }
            case Shape.Table table -> table(table, (Map<?, ?>) value);
            case Shape.Text text -> out.writeString((String) value);
            case Shape.Whole whole -> out.writeNumber(((Number) value).longValue());
            case Shape.Truth truth -> out.writeBoolean((Boolean) value);
            case Shape.Moment moment -> out.writeString(value.toString());
        }
    }

    private static Shape.Struct variant(Shape.Union union, String word) {
        Shape.Struct variant = union.variants().get(word);
        if (variant == null) {
            throw new IllegalStateException(word + " is no variant of " + union.type());
        }
        return variant;
    }

    private void struct(Shape.Struct struct, Object value, @Nullable String discriminator, @Nullable String word)
            throws IOException {
        out.writeStartObject();
        boolean pending = discriminator != null;
        for (Shape.Field field : struct.fields()) {
            if (pending && !field.name().equals("v")) {
                out.writeStringField(discriminator, word);
                pending = false;
            }
            Object content = Shapes.call(() -> field.accessor().invoke(value));
            if (content != null) {
                out.writeFieldName(field.name());
                write(field.shape(), content);
            } else if (field.required()) {
                throw new IllegalStateException(struct.type().getSimpleName() + "." + field.name() + " is null");
            }
        }
        if (pending) {
            out.writeStringField(discriminator, word);
        }
        out.writeEndObject();
    }

    private void table(Shape.Table table, Map<?, ?> value) throws IOException {
        out.writeStartObject();
        Map<String, Object> sorted = new TreeMap<>();
        value.forEach((key, content) -> sorted.put((String) key, content));
        for (Map.Entry<String, Object> entry : sorted.entrySet()) {
            out.writeFieldName(entry.getKey());
            write(table.value(), entry.getValue());
        }
        out.writeEndObject();
    }
}
