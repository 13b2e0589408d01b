package io.holdfast.coordinator.ledger;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the ledger reads: rows by key, and keys in order. */
public interface LedgerView {
    /** The row of this key, or null. */
    @Nullable
    Row find(RowKey key);

    /** The first keys, in order and at most {@code limit} of them, whose text starts with {@code prefix}. */
    List<RowKey> keys(String prefix, int limit);
}
