package io.holdfast.column;

import io.holdfast.protocol.failure.Permanent;

/**
 * A column of a table, as failures name it.
 *
 * @param schema not blank
 * @param table not blank
 * @param column not blank
 */
public record ColumnName(String schema, String table, String column) {
    /** A blank part is {@link Permanent}. */
    public ColumnName {
        if (schema.isBlank() || table.isBlank() || column.isBlank()) {
            throw Permanent.invalid(
                    "A column is named by schema, table and column, none of them blank",
                    schema + "." + table + "." + column);
        }
    }

    /** Reads {@code schema.table.column}; names with a dot cannot be written so. Anything else is {@link Permanent}. */
    public static ColumnName parse(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 3) {
            throw Permanent.invalid("A column is named as schema.table.column", text);
        }
        return new ColumnName(parts[0], parts[1], parts[2]);
    }

    @Override
    public String toString() {
        return schema + "." + table + "." + column;
    }
}
