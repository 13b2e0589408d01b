package io.holdfast.column;

import io.holdfast.column.TestDatabase.Place;
import io.holdfast.column.cell.EncryptionKind;
import io.holdfast.column.codec.EncryptedColumn;
import io.holdfast.column.database.Dialect;
import io.holdfast.column.guard.Guard;
import io.holdfast.column.key.ColumnMasterKey;
import io.holdfast.column.key.MasterKeys;
import io.holdfast.column.key.TestStore;
import io.holdfast.column.table.ColumnRow;
import io.holdfast.column.table.ColumnRow.Proven;
import io.holdfast.column.table.KeyTableContent;
import io.holdfast.column.table.KeyTables;
import io.holdfast.column.table.OpenedKeys;
import io.holdfast.column.value.TypeNames;
import io.holdfast.protocol.Bytes;
import java.util.Optional;

/** Key tables with the keys cek1 and cek2 under the master key cmk1, and columns that are declared without any tool. */
public final class TestColumns {
    /** The master key. */
    public static final ColumnMasterKey CMK = TestStore.master(0);

    private final Place place;

    /** Makes the key tables. */
    public TestColumns(Place place) {
        this.place = place;
        boolean unused = place.with(session -> {
            KeyTables tables = new KeyTables(session, place.keySchema());
            tables.create();
            tables.addMasterKey("cmk1", MasterKeys.PKCS12, CMK);
            tables.addKey("cek1", "cmk1", CMK);
            tables.addKey("cek2", "cmk1", CMK);
            return true;
        });
    }

    /** The database. */
    public Place place() {
        return place;
    }

    /** Enters a column with the key cek1. */
    public ColumnName declare(String table, String column, String type, EncryptionKind kind) {
        ColumnName name = place.column(table, column);
        ColumnRow bare = new ColumnRow(
                new EncryptedColumn(name, TypeNames.parse(type), kind),
                new Proven("cek1", Bytes.of(new byte[0])),
                "text",
                Optional.empty());
        put(bare, "cek1", Optional.empty());
        return name;
    }

    /** Proves an entry by the key of cells, and by the next one. */
    public void put(ColumnRow bare, String key, Optional<String> next) {
        try (OpenedKeys keys = new OpenedKeys(MasterKeys.of(CMK))) {
            boolean unused = place.with(session -> {
                KeyTables tables = new KeyTables(session, place.keySchema());
                KeyTableContent content = tables.read();
                tables.put(new ColumnRow(
                        bare.column(),
                        keys.prove(content, bare, key),
                        bare.plainType(),
                        next.map(name -> keys.prove(content, bare, name))));
                return true;
            });
        }
    }

    /** A column's entry. */
    public ColumnRow row(ColumnName name) {
        return place.with(
                session -> new KeyTables(session, place.keySchema()).read().column(name));
    }

    /** The declaration of a column of cells in SQL, with the guard. */
    public String cells(String column) {
        Dialect dialect = place.with(session -> session.dialect());
        return dialect == Dialect.POSTGRESQL
                ? column + " " + dialect.table(place.keySchema(), Guard.DOMAIN)
                : column + " varbinary(500) " + Guard.mariadbCheck(column);
    }
}
