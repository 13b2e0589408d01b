package io.holdfast.column.work;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.column.cell.CellKey;
import io.holdfast.column.codec.ColumnCodec;
import io.holdfast.column.database.Session;
import io.holdfast.column.table.ColumnRow;
import io.holdfast.column.table.KeyTableContent;
import io.holdfast.column.table.KeyTables;
import io.holdfast.column.table.OpenedKeys;
import io.holdfast.protocol.failure.Corrupt;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decrypts every cell of a column, and says which cannot be. */
public final class Verification {
    private static final int MOST_SHOWN = 20;

    private final Session session;
    private final String keySchema;
    private final OpenedKeys keys;
    private final ColumnWork.Options options;

    /**
     * What was found.
     *
     * @param cells how many were decrypted
     * @param bad how many could not be
     * @param shown what is wrong with the first of those, each with its row
     */
    public record Found(ColumnName column, long cells, long bad, List<String> shown) {
        public Found {
            shown = List.copyOf(shown);
        }
    }

    /** On a session of its own; all arguments stay the caller's. */
    public Verification(Session session, String keySchema, OpenedKeys keys, ColumnWork.Options options) {
        this.session = session;
        this.keySchema = keySchema;
        this.keys = keys;
        this.options = options;
    }

    /** Reads the whole column. A key table that was changed is {@link Corrupt}; a table without primary key a failure too. */
    public Found column(ColumnName name) {
        KeyTableContent content = new KeyTables(session, keySchema).read();
        ColumnRow row = content.column(name);
        List<CellKey> cellKeys = keys.of(content, row);
        if (TableSql.of(session).primaryKey(name).isEmpty()) {
            throw ColumnWork.unsuitable(name, "its table has no primary key, by which rows are taken in order");
        }
        Reading reading = new Reading(
                cellKeys.stream().map(key -> new ColumnCodec(row.column(), key)).toList());
        Batches batches = Passes.inPlace(session, name);
        Position last = Position.START;
        while (true) {
            Batches.Batch batch = batches.check(reading, last, options.batch());
            last = batch.last();
            if (batch.seen() < options.batch()) {
                return new Found(name, reading.cells, reading.bad, reading.shown);
            }
            options.pace().after(batch.seen());
        }
    }

    private static final class Reading implements Conversion {
        private final List<ColumnCodec> codecs;
        private final List<String> shown = new ArrayList<>();
        private long cells;
        private long bad;

        Reading(List<ColumnCodec> codecs) {
            this.codecs = codecs;
        }

        @Override
        public @Nullable Object convert(ResultSet rows, int column) {
            return null;
        }

        @Override
        public void check(ResultSet rows, int column, int written) throws SQLException {
            Optional<Corrupt> why = refused(rows.getBytes(column));
            if (why.isEmpty()) {
                cells++;
                return;
            }
            bad++;
            if (shown.size() < MOST_SHOWN) {
                shown.add("row " + rows.getString(1) + ": " + why.get().what() + " ("
                        + why.get().code().code() + ")");
            }
        }

        private Optional<Corrupt> refused(byte[] cell) {
            Optional<Corrupt> last = Optional.empty();
            for (ColumnCodec codec : codecs) {
                try {
                    codec.decrypt(cell);
                    return Optional.empty();
                } catch (Corrupt e) {
                    boolean other = e.code() == ColumnFailure.CELL_TAG;
                    last = Optional.of(e);
                    if (!other) {
                        return last;
                    }
                }
            }
            return last;
        }
    }
}
