package io.holdfast.column.work;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.column.database.Session;
import io.holdfast.protocol.failure.Failure;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A table's rows in the order of its primary key, a batch at a time, and the conversion of one column's values into another column. */
final class Batches {
    private final Session session;
    private final ColumnName name;
    private final List<KeyColumn> key;
    private final String source;
    private final String target;
    private final String parameter;

    /** What a batch was: rows that were looked at, values that were written, and the last row. */
    record Batch(int seen, int written, Position last) {}

    private record Write(Position row, Object value) {}

    /**
     * Of this column.
     *
     * @param target the column that converted values are written to; may be the same
     * @param parameter the expression that gives a value as one of the target's type
     */
    Batches(Session session, ColumnName name, List<KeyColumn> key, String target, String parameter) {
        this.session = session;
        this.name = name;
        this.key = key;
        this.source = session.dialect().quoted(name.column());
        this.target = session.dialect().quoted(target);
        this.parameter = parameter;
    }

    /** How many rows have a value. */
    long total() {
        return session.first(
                        "SELECT count(*) FROM " + table() + " WHERE " + source + " IS NOT NULL",
                        rows -> rows.getLong(1))
                .orElse(0L);
    }

    /** How many rows have a value in one of the two columns only. */
    long unpaired() {
        return session.first(
                        "SELECT count(*) FROM " + table() + " WHERE (" + source + " IS NULL) <> (" + target
                                + " IS NULL)",
                        rows -> rows.getLong(1))
                .orElse(0L);
    }

    /** Converts the next rows, which nobody else changes until the transaction ends. */
    Batch convert(Conversion conversion, Position after, int rows) {
        String open = source.equals(target) ? "" : " AND " + target + " IS NULL";
        String select = select(source, open, after, rows) + " FOR UPDATE";
        List<Write> writes = new ArrayList<>();
        Batch read = each(select, after, (row, at) -> {
            @Nullable Object value = conversion.convert(row, key.size() + 1);
            if (value != null) {
                writes.add(new Write(at, value));
            }
        });
        write(writes);
        return new Batch(read.seen(), writes.size(), read.last());
    }

    /** Compares what was converted in the next rows. */
    Batch check(Conversion conversion, Position after, int rows) {
        String both = source.equals(target) ? source : source + ", " + target;
        int written = source.equals(target) ? key.size() + 1 : key.size() + 2;
        return each(
                select(both, " AND " + target + " IS NOT NULL", after, rows),
                after,
                (row, at) -> conversion.check(row, key.size() + 1, written));
    }

    @FunctionalInterface
    private interface RowWork {
        void done(ResultSet row, Position at) throws SQLException;
    }

    private Batch each(String select, Position after, RowWork work) {
        List<Position> seen = session.query(
                select,
                rows -> {
                    Position at = position(rows);
                    try {
                        work.done(rows, at);
                    } catch (Failure e) {
                        throw ColumnFailure.at("row with the primary key " + at + ": ", e);
                    }
                    return at;
                },
                after.key().toArray());
        return new Batch(seen.size(), 0, seen.isEmpty() ? after : seen.getLast());
    }

    private Position position(ResultSet rows) throws SQLException {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= key.size(); i++) {
            values.add(Objects.requireNonNull(rows.getString(i)));
        }
        return new Position(values);
    }

    private String select(String columns, String condition, Position after, int rows) {
        // With the table's name before them: alone they would mean the text that is selected, and its order.
        String names =
                joined(key.stream().map(part -> table() + "." + part.name()).toList());
        String from = after.key().isEmpty()
                ? ""
                : " AND (" + names + ") > ("
                        + joined(key.stream().map(KeyColumn::parameter).toList()) + ")";
        return "SELECT " + joined(key.stream().map(KeyColumn::asText).toList()) + ", " + columns + " FROM " + table()
                + " WHERE " + source + " IS NOT NULL" + condition + from + " ORDER BY " + names + " LIMIT " + rows;
    }

    private static String joined(List<String> parts) {
        return String.join(", ", parts);
    }

    private void write(List<Write> writes) {
        if (writes.isEmpty()) {
            return;
        }
        String update = "UPDATE " + table() + " SET " + target + " = " + parameter + " WHERE "
                + key.stream()
                        .map(part -> part.name() + " = " + part.parameter())
                        .collect(Collectors.joining(" AND "));
        try (PreparedStatement statement = session.connection().prepareStatement(update)) {
            for (Write write : writes) {
                int at = 1;
                statement.setObject(at++, write.value());
                for (String part : write.row().key()) {
                    statement.setString(at++, part);
                }
                statement.addBatch();
            }
            statement.executeBatch();
        } catch (SQLException e) {
            throw Session.failure(update, e);
        }
    }

    private String table() {
        return session.dialect().table(name);
    }
}
