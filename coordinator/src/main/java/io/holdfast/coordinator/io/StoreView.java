package io.holdfast.coordinator.io;

import io.holdfast.coordinator.ledger.LedgerView;
import io.holdfast.coordinator.ledger.Outcome;
import io.holdfast.coordinator.ledger.Row;
import io.holdfast.coordinator.ledger.RowKey;
import io.holdfast.messaging.Limits;
import io.holdfast.messaging.codec.JsonCodec;
import io.holdfast.protocol.failure.Permanent;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ledger's rows in a state store, as JSON under the text of their keys. */
final class StoreView implements LedgerView {
    private static final Logger LOG = LoggerFactory.getLogger(StoreView.class);
    private static final JsonCodec<Row> ROWS = JsonCodec.of(Row.class, Limits.RECORD_BYTES + 4096);

    private final KeyValueStore<String, byte[]> store;

    StoreView(KeyValueStore<String, byte[]> store) {
        this.store = store;
    }

    @Override
    public @Nullable Row find(RowKey key) {
        byte[] bytes = store.get(key.text());
        if (bytes == null) {
            return null;
        }
        try {
            return ROWS.read(bytes);
        } catch (Permanent e) {
            LOG.error("the ledger's row {} cannot be read and is taken for absent: {}", key, e.what());
            return null;
        }
    }

    @Override
    public List<RowKey> keys(String prefix, int limit) {
        return keys(prefix, prefix + "~", limit);
    }

    /** The first keys from {@code from} to {@code to}, both included, and at most {@code limit} of them. */
    List<RowKey> keys(String from, String to, int limit) {
        List<RowKey> keys = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> rows = store.range(from, to)) {
            while (keys.size() < limit && rows.hasNext()) {
                KeyValue<String, byte[]> row = rows.next();
                keys.add(new RowKey(row.key));
            }
        }
        return keys;
    }

    /** The changed rows as they are kept, so that one that cannot be kept is found before any is written. */
    static List<KeyValue<String, byte[]>> encoded(Outcome outcome) {
        List<KeyValue<String, byte[]>> rows = new ArrayList<>();
        outcome.changes()
                .forEach((key, row) ->
                        rows.add(KeyValue.pair(key.text(), row.map(ROWS::bytes).orElse(null))));
        return rows;
    }

    void write(List<KeyValue<String, byte[]>> rows) {
        rows.forEach(row -> store.put(row.key, row.value));
    }
}
