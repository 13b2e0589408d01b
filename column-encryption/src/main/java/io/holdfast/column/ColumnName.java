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

    @Override
    public String toString() {
        return schema + "." + table + "." + column;
    }
}
