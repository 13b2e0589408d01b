package io.holdfast.column.work;

import io.holdfast.column.ColumnName;
import io.holdfast.column.cell.EncryptionKind;
import io.holdfast.column.codec.EncryptedColumn;
import io.holdfast.column.database.Session;
import io.holdfast.column.value.TypeNames;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The table of work that is under way: at most one piece for each column. */
public final class WorkTable {
    private static final String OF_COLUMN = " WHERE table_schema = ? AND table_name = ? AND column_name = ?";

    private final Session session;
    private final String table;

    /** In this schema of key tables. */
    public WorkTable(Session session, String keySchema) {
        this.session = session;
        this.table = session.dialect().table(keySchema, "column_work");
    }

    /** All that is under way. */
    public List<Work> all() {
        return session.query(
                "SELECT table_schema, table_name, column_name, work, step, key_name, kind, base_type, plain_type,"
                        + " last_row, rows_seen, rows_written FROM " + table
                        + " ORDER BY table_schema, table_name, column_name",
                WorkTable::read);
    }

    private static Work read(ResultSet rows) throws SQLException {
        return new Work(
                WorkKind.valueOf(rows.getString(4)),
                new EncryptedColumn(
                        new ColumnName(rows.getString(1), rows.getString(2), rows.getString(3)),
                        TypeNames.parse(rows.getString(8)),
                        EncryptionKind.valueOf(rows.getString(7))),
                rows.getString(6),
                rows.getString(9),
                new Work.Done(
                        Step.valueOf(rows.getString(5)),
                        Objects.requireNonNullElse(rows.getString(10), ""),
                        rows.getLong(11),
                        rows.getLong(12)));
    }

    Optional<Work> find(ColumnName name) {
        return all().stream().filter(work -> work.name().equals(name)).findFirst();
    }

    void insert(Work work) {
        session.update(
                "INSERT INTO " + table
                        + " (table_schema, table_name, column_name, work, step, key_name, kind, base_type, plain_type,"
                        + " last_row, rows_seen, rows_written) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)",
                work.name().schema(),
                work.name().table(),
                work.name().column(),
                work.kind().name(),
                work.done().step().name(),
                work.key(),
                work.column().kind().name(),
                TypeNames.text(work.column().type()),
                work.plainType(),
                work.done().lastRow());
    }

    void save(Work work) {
        session.update(
                "UPDATE " + table + " SET step = ?, last_row = ?, rows_seen = ?, rows_written = ?" + OF_COLUMN,
                work.done().step().name(),
                work.done().lastRow(),
                work.done().seen(),
                work.done().written(),
                work.name().schema(),
                work.name().table(),
                work.name().column());
    }

    void remove(Work work) {
        session.update(
                "DELETE FROM " + table + OF_COLUMN,
                work.name().schema(),
                work.name().table(),
                work.name().column());
    }
}
