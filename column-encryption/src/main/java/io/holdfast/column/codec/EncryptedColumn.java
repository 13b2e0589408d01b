package io.holdfast.column.codec;

import io.holdfast.column.ColumnName;
import io.holdfast.column.cell.EncryptionKind;
import io.holdfast.column.value.ColumnType;

/**
 * How a column is encrypted.
 *
 * @param name of the column
 * @param type of its values
 * @param kind whether equal values are equal cells
 */
public record EncryptedColumn(ColumnName name, ColumnType type, EncryptionKind kind) {}
