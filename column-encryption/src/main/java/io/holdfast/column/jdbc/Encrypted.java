package io.holdfast.column.jdbc;

import io.holdfast.column.ColumnName;
import org.jspecify.annotations.Nullable;

/**
 * A parameter that says its column, for {@code setObject} of a statement of an {@link EncryptedDataSource}.
 *
 * @param column that the value is for
 * @param value not encrypted; null for NULL
 */
public record Encrypted(ColumnName column, @Nullable Object value) {
    /** Without the value, which is secret. */
    @Override
    public String toString() {
        return "Encrypted(" + column + ")";
    }
}
