package io.holdfast.column.table;

import io.holdfast.protocol.Bytes;
import java.util.List;
import java.util.Map;

/**
 * A column encryption key as the key tables have it.
 *
 * @param proof ties the name to the key, so that values of two keys cannot be exchanged
 * @param values its wrapped forms by the name of the master key: one, or two while a master key is rotated
 */
public record KeyRow(String name, Bytes proof, Map<String, Bytes> values) {
    /** How many values a key may have. */
    public static final int MOST_VALUES = 2;

    public KeyRow {
        values = Map.copyOf(values);
    }

    static List<String> words(String name) {
        return List.of("column encryption key", name);
    }
}
