package io.holdfast.column.table;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.column.cell.EncryptionKind;
import io.holdfast.column.codec.EncryptedColumn;
import io.holdfast.column.database.Session;
import io.holdfast.column.key.MasterKeyEntry;
import io.holdfast.column.key.MasterKeyEntry.Enclave;
import io.holdfast.column.table.ColumnRow.Proven;
import io.holdfast.column.value.TypeNames;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Failure;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the key tables. A row that no Holdfast writes is {@link Corrupt}, and named. */
final class KeyTableReading {
    private final Session session;
    private final String schema;

    KeyTableReading(Session session, String schema) {
        this.session = session;
        this.schema = schema;
    }

    KeyTableContent all() {
        return new KeyTableContent(masterKeys(), keys(), columns());
    }

    private SortedMap<String, MasterKeyRow> masterKeys() {
        TreeMap<String, MasterKeyRow> all = new TreeMap<>();
        session.query(
                        "SELECT name, provider, path, enclave, signature FROM " + table("column_master_key"),
                        rows -> new MasterKeyRow(
                                rows.getString(1),
                                new MasterKeyEntry(
                                        rows.getString(2),
                                        rows.getString(3),
                                        rows.getBoolean(4) ? Enclave.ALLOWED : Enclave.REFUSED),
                                Bytes.of(rows.getBytes(5))))
                .forEach(row -> all.put(row.name(), row));
        return all;
    }

    private record Value(String key, String master, Bytes bytes) {}

    private SortedMap<String, KeyRow> keys() {
        Map<String, Map<String, Bytes>> values = new HashMap<>();
        session.query(
                        "SELECT key_name, master_key_name, encrypted_value FROM "
                                + table("column_encryption_key_value"),
                        rows -> new Value(rows.getString(1), rows.getString(2), Bytes.of(rows.getBytes(3))))
                .forEach(value -> values.computeIfAbsent(value.key(), key -> new HashMap<>())
                        .put(value.master(), value.bytes()));
        TreeMap<String, KeyRow> all = new TreeMap<>();
        session.query(
                        "SELECT name, proof FROM " + table("column_encryption_key"),
                        rows -> new KeyRow(
                                rows.getString(1),
                                Bytes.of(rows.getBytes(2)),
                                values.getOrDefault(rows.getString(1), Map.of())))
                .forEach(row -> all.put(row.name(), row));
        return all;
    }

    private Map<ColumnName, ColumnRow> columns() {
        Map<ColumnName, ColumnRow> all = new HashMap<>();
        session.query(
                        "SELECT table_schema, table_name, column_name, key_name, kind, base_type, plain_type, proof,"
                                + " next_key_name, next_proof FROM " + table("encrypted_column"),
                        KeyTableReading::column)
                .forEach(row -> all.put(row.name(), row));
        return all;
    }

    private static ColumnRow column(ResultSet rows) throws SQLException {
        ColumnName name = new ColumnName(rows.getString(1), rows.getString(2), rows.getString(3));
        String key = rows.getString(4);
        @Nullable String nextKey = rows.getString(9);
        byte @Nullable [] nextProof = rows.getBytes(10);
        if ((nextKey == null) != (nextProof == null)) {
            throw changed(name, key, "it has a next key without a proof, or a proof without a key");
        }
        Optional<Proven> next = nextKey == null || nextProof == null
                ? Optional.empty()
                : Optional.of(new Proven(nextKey, Bytes.of(nextProof)));
        return new ColumnRow(
                encrypted(name, key, rows.getString(5), rows.getString(6)),
                new Proven(key, Bytes.of(rows.getBytes(8))),
                rows.getString(7),
                next);
    }

    private static EncryptedColumn encrypted(ColumnName name, String key, String kind, String type) {
        try {
            return new EncryptedColumn(name, TypeNames.parse(type), EncryptionKind.valueOf(kind));
        } catch (Failure e) {
            throw changed(name, key, e.what());
        } catch (IllegalArgumentException e) {
            throw changed(name, key, "\"" + kind + "\" is no kind of encryption");
        }
    }

    static Corrupt changed(ColumnName column, String key, String why) {
        return new Corrupt(
                ColumnFailure.KEY_TABLE_CHANGED,
                "the key table's entry of column " + column + " with column encryption key " + key
                        + " was not made by Holdfast, or was changed: " + why);
    }

    private String table(String name) {
        return session.dialect().table(schema, name);
    }
}
