package io.holdfast.messaging.codec;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a type of the protocol looks like in JSON. One description serves the reader, the writer and the schemas, so that they
 * cannot disagree.
 */
public sealed interface Shape {
    /** An object with these fields, in this order. */
    record Struct(Class<?> type, List<Field> fields, Constructor<?> constructor) implements Shape {
        /** The field of a name. */
        Optional<Field> field(String name) {
            return fields.stream().filter(field -> field.name().equals(name)).findFirst();
        }
    }

    /** A field of an object; one that is not {@code required} may be absent or null. */
    record Field(String name, Shape shape, Presence presence, Method accessor) {
        /** Whether it must be there. */
        public boolean required() {
            return presence == Presence.REQUIRED;
        }
    }

    /** Whether a field must be there. */
    enum Presence {
        /** Always, and not null. */
        REQUIRED,
        /** Absent or null when there is nothing to say. */
        OPTIONAL
    }

    /** One of several objects, told apart by the field {@code discriminator}. */
    record Union(Class<?> type, String discriminator, Map<String, Struct> variants) implements Shape {
        /** The word of a value's variant. */
        String word(Object value) {
            return variants.entrySet().stream()
                    .filter(variant -> variant.getValue().type().isInstance(value))
                    .findFirst()
                    .orElseThrow()
                    .getKey();
        }
    }

    /** A string of its own form: an id, a position, bytes in hexadecimal. */
    record Word(Class<?> type, Function<String, Object> parse) implements Shape {}

    /** A whole number with a unit. */
    record Quantity(Class<?> type, Function<Long, Object> make) implements Shape {}

    /** One of a few words. */
    record Choice(Class<?> type, Map<String, Object> words) implements Shape {
        /** The word of a constant. */
        String word(Object constant) {
            return words.entrySet().stream()
                    .filter(word -> word.getValue() == constant)
                    .findFirst()
                    .orElseThrow()
                    .getKey();
        }
    }

    /** An array. */
    record Sequence(Shape element) implements Shape {}

    /** An object with free field names. */
    record Table(Shape value) implements Shape {}

    /** Free text. */
    record Text() implements Shape {}

    /** A whole number of this range. */
    record Whole(long least, long most) implements Shape {}

    /** True or false. */
    record Truth() implements Shape {}

    /** A moment: ISO 8601 in UTC, ending in Z. */
    record Moment() implements Shape {}
}
