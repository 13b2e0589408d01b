package io.holdfast.column.table;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.column.database.Session;
import io.holdfast.column.key.ColumnMasterKey;
import io.holdfast.column.key.KeyProof;
import io.holdfast.column.key.KeyValues;
import io.holdfast.column.key.MasterKeyEntry;
import io.holdfast.column.key.MasterKeyEntry.Enclave;
import io.holdfast.column.value.TypeNames;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import java.sql.Connection;
import java.util.HashSet;
import java.util.Set;

/**
 * The key tables of a database, in a schema of their own. They mirror SQL Server's catalogue, and prove what they say: a master key
 * signs its entry, a column encryption key proves its own name and each column that is encrypted with it.
 */
public final class KeyTables {
    /** The schema that is used unless another is named. */
    public static final String SCHEMA = "holdfast";

    private final Session session;
    private final String schema;

    /** On this session, which stays the caller's. */
    public KeyTables(Session session, String schema) {
        this.session = session;
        this.schema = schema;
    }

    /** The schema that they are in. */
    public String schema() {
        return schema;
    }

    /** Makes the schema, the guard and the tables, each unless it is there. */
    public void create() {
        KeyTableSchema.statements(session, schema).forEach(session::execute);
    }

    /** All that they hold, of one moment; {@link Permanent} if there are no key tables. */
    public KeyTableContent read() {
        try {
            return session.transaction(
                    Connection.TRANSACTION_REPEATABLE_READ, () -> new KeyTableReading(session, schema).all());
        } catch (Permanent e) {
            if (e.code() == ColumnFailure.DATABASE_REFUSED && !KeyTableSchema.exists(session, schema)) {
                throw new Permanent(
                        ColumnFailure.KEY_TABLES_MISSING, "there are no key tables in the schema " + schema, e);
            }
            throw e;
        }
    }

    /** Enters a column master key, signed by itself. {@link Permanent} if the name is taken, {@link Denied} if it cannot sign. */
    public void addMasterKey(String name, String provider, ColumnMasterKey key) {
        requireName(name);
        MasterKeyEntry entry = new MasterKeyEntry(provider, key.path(), Enclave.REFUSED);
        Bytes signature = entry.sign(key);
        entry.verify(key.publicKey(), signature);
        requireFree("column master key " + name, read().masterKeys().containsKey(name));
        session.update(
                "INSERT INTO " + table("column_master_key")
                        + " (name, provider, path, enclave, signature) VALUES (?, ?, ?, ?, ?)",
                name,
                provider,
                key.path(),
                false,
                signature);
    }

    /** Makes a new column encryption key under a master key that is entered. {@link Permanent} if the name is taken. */
    public void addKey(String name, String masterName, ColumnMasterKey master) {
        requireName(name);
        KeyTableContent content = read();
        requireFree("column encryption key " + name, content.keys().containsKey(name));
        requireSame(content.masterKey(masterName), master);
        try (SecretBytes key = KeyValues.newKey()) {
            Bytes value = new KeyValues(master).make(name, key);
            Bytes proof = KeyProof.of(key, KeyRow.words(name));
            session.transaction(() -> {
                session.update(
                        "INSERT INTO " + table("column_encryption_key") + " (name, proof) VALUES (?, ?)", name, proof);
                addValue(name, masterName, value);
            });
        }
    }

    /** Gives a key a second value, under another master key that is entered; the key stays the same. */
    public void rewrap(SecretBytes key, String name, String masterName, ColumnMasterKey master) {
        KeyTableContent content = read();
        requireSame(content.masterKey(masterName), master);
        Set<String> wrappers = new HashSet<>(content.key(name).values().keySet());
        if (!wrappers.add(masterName)) {
            return;
        }
        if (wrappers.size() > KeyRow.MOST_VALUES) {
            throw new Permanent(
                    ColumnFailure.NAME_TAKEN,
                    "column encryption key " + name + " already has values under "
                            + content.key(name).values().keySet() + "; a third is not allowed",
                    "Finish the rotation that is under way first.");
        }
        addValue(name, masterName, new KeyValues(master).make(name, key));
    }

    private void addValue(String key, String master, Bytes value) {
        session.update(
                "INSERT INTO " + table("column_encryption_key_value")
                        + " (key_name, master_key_name, encrypted_value) VALUES (?, ?, ?)",
                key,
                master,
                value);
    }

    /** Takes away the values under a master key, and its entry. {@link Permanent} if a key has no other value. */
    public void dropMasterKey(String masterName) {
        KeyTableContent content = read();
        MasterKeyRow row = content.masterKey(masterName);
        content.keys().values().stream()
                .filter(key -> key.values().keySet().equals(Set.of(row.name())))
                .findFirst()
                .ifPresent(key -> {
                    throw new Permanent(
                            ColumnFailure.KEY_NEEDED,
                            "column encryption key " + key.name() + " has no value but the one under column master key "
                                    + masterName);
                });
        session.transaction(() -> {
            session.update(
                    "DELETE FROM " + table("column_encryption_key_value") + " WHERE master_key_name = ?", masterName);
            session.update("DELETE FROM " + table("column_master_key") + " WHERE name = ?", masterName);
        });
    }

    /** Writes a column's entry, or writes it anew. */
    public void put(ColumnRow row) {
        remove(row.name());
        session.update(
                "INSERT INTO " + table("encrypted_column")
                        + " (table_schema, table_name, column_name, key_name, kind, base_type, plain_type, proof,"
                        + " next_key_name, next_proof) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row.name().schema(),
                row.name().table(),
                row.name().column(),
                row.key().name(),
                row.column().kind().name(),
                TypeNames.text(row.column().type()),
                row.plainType(),
                row.key().proof(),
                row.next().map(ColumnRow.Proven::name).orElse(null),
                row.next().map(next -> next.proof().toArray()).orElse(null));
    }

    /** Takes a column's entry away. */
    public void remove(ColumnName name) {
        session.update(
                "DELETE FROM " + table("encrypted_column")
                        + " WHERE table_schema = ? AND table_name = ? AND column_name = ?",
                name.schema(),
                name.table(),
                name.column());
    }

    private String table(String name) {
        return session.dialect().table(schema, name);
    }

    private static void requireSame(MasterKeyRow row, ColumnMasterKey master) {
        row.entry().verify(master.publicKey(), row.signature());
    }

    private static void requireName(String name) {
        if (!name.matches("[A-Za-z0-9_.-]{1,64}")) {
            throw Permanent.invalid("A key's name is 1 to 64 letters, digits, _, . and -", name);
        }
    }

    private static void requireFree(String what, Boolean taken) {
        if (taken) {
            throw new Permanent(ColumnFailure.NAME_TAKEN, "there already is a " + what);
        }
    }
}
