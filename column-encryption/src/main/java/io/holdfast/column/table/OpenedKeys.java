package io.holdfast.column.table;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.column.cell.CellKey;
import io.holdfast.column.key.ColumnMasterKey;
import io.holdfast.column.key.KeyProof;
import io.holdfast.column.key.KeyValues;
import io.holdfast.column.key.MasterKeys;
import io.holdfast.column.table.ColumnRow.Proven;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Column encryption keys that were opened with the master keys that a program has. Each is opened once, and checked: its master key's
 * entry and its value are signed, and it proves its own name. What the key tables say later of the same name must be of the same key.
 * May be used by several threads; keys are wiped when this is closed.
 */
public final class OpenedKeys implements AutoCloseable {
    private final MasterKeys masterKeys;
    private final Map<String, Opened> opened = new HashMap<>();

    private record Opened(SecretBytes key, CellKey cells) {}

    /** With these master keys. */
    public OpenedKeys(MasterKeys masterKeys) {
        this.masterKeys = masterKeys;
    }

    /**
     * The keys of a column's cells, that of new cells first, after the column's entry is proven.
     *
     * @throws Corrupt if the entry, a key's value, or a master key's entry was changed
     * @throws Denied if this program has none of the master keys
     */
    public synchronized List<CellKey> of(KeyTableContent content, ColumnRow row) {
        List<CellKey> keys = new ArrayList<>();
        for (Proven one : row.keys()) {
            Opened key = inside(Optional.of(row.name()), one.name(), () -> open(content.key(one.name()), content));
            Bytes proof = KeyProof.of(key.key(), ColumnRow.words(row.column(), row.plainType(), one.name()));
            if (!proof.equals(one.proof())) {
                throw KeyTableReading.changed(row.name(), one.name(), "the key does not prove it");
            }
            keys.add(key.cells());
        }
        return keys;
    }

    /** A key by its name, for cells of whatever column; failures as of {@link #of}. */
    public synchronized CellKey cells(KeyTableContent content, String name) {
        return inside(Optional.empty(), name, () -> open(content.key(name), content))
                .cells();
    }

    /** The entry of a column under a key, proven by it. */
    public synchronized Proven prove(KeyTableContent content, ColumnRow row, String key) {
        Opened one = inside(Optional.of(row.name()), key, () -> open(content.key(key), content));
        return new Proven(key, KeyProof.of(one.key(), ColumnRow.words(row.column(), row.plainType(), key)));
    }

    /** The key itself, to be wrapped again; a copy to be closed by the caller. */
    public synchronized SecretBytes copy(KeyTableContent content, String name) {
        return inside(Optional.empty(), name, () -> open(content.key(name), content))
                .key()
                .copy();
    }

    /** Opens and checks every value of a key that there is a master key for; how many there were. */
    public synchronized int check(KeyTableContent content, String name) {
        return inside(Optional.empty(), name, () -> {
            Opened first = open(content.key(name), content);
            int count = 0;
            for (Map.Entry<String, Bytes> value : content.key(name).values().entrySet()) {
                MasterKeyRow row = content.masterKey(value.getKey());
                Optional<ColumnMasterKey> master = find(row);
                if (master.isPresent()) {
                    try (SecretBytes again = value(row, master.get(), name, value.getValue())) {
                        if (!again.sameAs(first.key())) {
                            throw changed("its values are of two keys");
                        }
                    }
                    count++;
                }
            }
            return count;
        });
    }

    private Opened open(KeyRow row, KeyTableContent content) {
        Opened known = opened.get(row.name());
        if (known == null) {
            SecretBytes key = unwrap(row, content);
            try {
                requireProof(row, key);
                known = new Opened(key, CellKey.of(row.name(), key));
            } catch (RuntimeException e) {
                key.close();
                throw e;
            }
            opened.put(row.name(), known);
        } else {
            requireProof(row, known.key());
        }
        return known;
    }

    private static void requireProof(KeyRow row, SecretBytes key) {
        if (!KeyProof.of(key, KeyRow.words(row.name())).equals(row.proof())) {
            throw changed("it does not prove its own name; its value may be another key's");
        }
    }

    private SecretBytes unwrap(KeyRow row, KeyTableContent content) {
        if (row.values().isEmpty() || row.values().size() > KeyRow.MOST_VALUES) {
            throw changed("it has " + row.values().size() + " values instead of one or two");
        }
        for (Map.Entry<String, Bytes> value : row.values().entrySet()) {
            MasterKeyRow master = content.masterKey(value.getKey());
            Optional<ColumnMasterKey> key = find(master);
            if (key.isPresent()) {
                return value(master, key.get(), row.name(), value.getValue());
            }
        }
        List<String> wanted = row.values().keySet().stream()
                .map(content::masterKey)
                .map(master -> master.name() + " (" + master.entry().provider() + ", path "
                        + master.entry().path() + ")")
                .sorted()
                .toList();
        throw new Denied(
                ColumnFailure.MASTER_KEY_ABSENT,
                "its values are under column master keys that this program was not given: "
                        + String.join(", ", wanted));
    }

    private Optional<ColumnMasterKey> find(MasterKeyRow row) {
        return masterKeys.find(row.entry().provider(), row.entry().path());
    }

    private static SecretBytes value(MasterKeyRow row, ColumnMasterKey key, String name, Bytes value) {
        row.entry().verify(key.publicKey(), row.signature());
        return new KeyValues(key).open(name, value);
    }

    private static Corrupt changed(String why) {
        return new Corrupt(
                ColumnFailure.KEY_TABLE_CHANGED,
                "the key table's entry of the key was not made by Holdfast, or was changed: " + why);
    }

    private interface Work<T> {
        T done();
    }

    /** Every failure names the key, and the column if there is one. */
    private static <T> T inside(Optional<ColumnName> column, String key, Work<T> work) {
        try {
            return work.done();
        } catch (Failure e) {
            String where = column.map(name -> "column " + name + ", ").orElse("");
            throw ColumnFailure.at(where + "column encryption key " + key + ": ", e);
        }
    }

    @Override
    public synchronized void close() {
        opened.values().forEach(one -> {
            one.cells().close();
            one.key().close();
        });
        opened.clear();
    }
}
