package io.holdfast.runtime.config;

import java.util.List;
import java.util.Map;

/** A value as a file or a variable says it, and where. */
sealed interface ConfigNode {
    /** Where it stands, for messages: {@code line 7}, or the variable. */
    String where();

    /** A text, number or boolean, as written. */
    record Scalar(String text, String where) implements ConfigNode {}

    /** A list. */
    record Sequence(List<ConfigNode> items, String where) implements ConfigNode {}

    /** Names and values, in the file's order. */
    record Section(Map<String, ConfigNode> entries, String where) implements ConfigNode {
        /** Nothing at all. */
        static Section empty(String where) {
            return new Section(Map.of(), where);
        }
    }

    /** What a person calls its form. */
    default String form() {
        return switch (this) {
            case Scalar s -> "a single value";
            case Sequence s -> "a list";
            case Section s -> "a section";
        };
    }
}
