package io.holdfast.column.table;

import io.holdfast.column.ColumnName;
import io.holdfast.column.cell.EncryptionKind;
import io.holdfast.column.codec.EncryptedColumn;
import io.holdfast.column.value.TypeNames;
import io.holdfast.protocol.Bytes;
import java.util.List;
import java.util.Optional;

/**
 * An encrypted column as the key tables have it.
 *
 * @param column its name, type and kind
 * @param key which column encryption key its cells are under
 * @param plainType the database's type that it had before it was encrypted
 * @param next the key that it is being rotated to: cells may be under either
 */
public record ColumnRow(EncryptedColumn column, Proven key, String plainType, Optional<Proven> next) {
    /** A key's name, and the proof by that key that the entry was made by someone who had it. */
    public record Proven(String name, Bytes proof) {}

    /** The column's name. */
    public ColumnName name() {
        return column.name();
    }

    /** All keys that a cell may be under: the one that new cells are written with first. */
    public List<Proven> keys() {
        return next.map(newer -> List.of(newer, key)).orElse(List.of(key));
    }

    /** What a proof is over. */
    static List<String> words(EncryptedColumn column, String plainType, String key) {
        ColumnName name = column.name();
        EncryptionKind kind = column.kind();
        return List.of(
                "encrypted column",
                name.schema(),
                name.table(),
                name.column(),
                kind.name(),
                TypeNames.text(column.type()),
                plainType,
                key);
    }
}
