package io.holdfast.coordinator.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rows in memory, in the order of their keys. */
final class MemoryRows implements LedgerView {
    final TreeMap<String, Row> rows = new TreeMap<>();

    @Override
    public @Nullable Row find(RowKey key) {
        return rows.get(key.text());
    }

    @Override
    public List<RowKey> keys(String prefix, int limit) {
        List<RowKey> keys = new ArrayList<>();
        for (String key : rows.tailMap(prefix).keySet()) {
            if (!key.startsWith(prefix) || keys.size() == limit) {
                break;
            }
            keys.add(new RowKey(key));
        }
        return keys;
    }

    void write(Outcome outcome) {
        outcome.changes().forEach(this::put);
    }

    /** The row of this key from now on, or none. */
    void put(RowKey key, Optional<Row> row) {
        row.ifPresentOrElse(r -> rows.put(key.text(), r), () -> rows.remove(key.text()));
    }
}
