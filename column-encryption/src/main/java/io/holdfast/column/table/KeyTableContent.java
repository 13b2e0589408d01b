package io.holdfast.column.table;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.protocol.failure.Permanent;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** All that the key tables held at one moment. Nothing of it is proven: {@link OpenedKeys} proves what it opens. */
public record KeyTableContent(
        SortedMap<String, MasterKeyRow> masterKeys,
        SortedMap<String, KeyRow> keys,
        Map<ColumnName, ColumnRow> columns) {
    public KeyTableContent {
        masterKeys = new TreeMap<>(masterKeys);
        keys = new TreeMap<>(keys);
        columns = Map.copyOf(columns);
    }

    /** A master key; none of that name is {@link Permanent}. */
    public MasterKeyRow masterKey(String name) {
        return Optional.ofNullable(masterKeys.get(name))
                .orElseThrow(() -> new Permanent(
                        ColumnFailure.KEY_UNKNOWN,
                        "the key tables have no column master key " + name + ", but: " + masterKeys.keySet()));
    }

    /** A column encryption key; none of that name is {@link Permanent}. */
    public KeyRow key(String name) {
        return Optional.ofNullable(keys.get(name))
                .orElseThrow(() -> new Permanent(
                        ColumnFailure.KEY_UNKNOWN,
                        "the key tables have no column encryption key " + name + ", but: " + keys.keySet()));
    }

    /** A column; one that is not encrypted is {@link Permanent}. */
    public ColumnRow column(ColumnName name) {
        return Optional.ofNullable(columns.get(name))
                .orElseThrow(() -> new Permanent(
                        ColumnFailure.COLUMN_UNKNOWN,
                        "the key tables have no encrypted column " + name + ", but: "
                                + columns.keySet().stream()
                                        .map(ColumnName::toString)
                                        .sorted()
                                        .toList()));
    }
}
