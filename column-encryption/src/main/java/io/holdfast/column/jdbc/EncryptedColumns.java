package io.holdfast.column.jdbc;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.column.cell.CellKey;
import io.holdfast.column.cell.EncryptionKind;
import io.holdfast.column.codec.ColumnCodec;
import io.holdfast.column.codec.EncryptedColumn;
import io.holdfast.column.database.Session;
import io.holdfast.column.key.MasterKeys;
import io.holdfast.column.table.ColumnRow;
import io.holdfast.column.table.KeyTableContent;
import io.holdfast.column.table.KeyTables;
import io.holdfast.column.table.OpenedKeys;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The encrypted columns of one database: encrypts values for a column that the program names, and decrypts cells of it. Keys come from
 * the database's key tables, which are proven before anything is used, and are read anew when they are older than {@link #OLDEST}; so a
 * rotation that has been announced for longer than that is known to every program. May be used by several threads.
 *
 * <p>A value is never guessed: whatever does not fit column, key and type is a {@link io.holdfast.protocol.failure.Failure} that names
 * column and key.
 */
public final class EncryptedColumns implements AutoCloseable {
    /** How old what is known of the key tables may be. */
    public static final Duration OLDEST = Duration.ofSeconds(30);

    private final DataSource database;
    private final String schema;
    private final OpenedKeys keys;
    private final LongSupplier nanos;
    private volatile Known known;

    /** What the key tables held, and the columns of it that were proven. */
    private record Known(long readAt, KeyTableContent content, Map<ColumnName, Column> columns) {}

    /** A proven column: the codec for new cells, then, while its key is rotated, that for old ones. */
    private record Column(ColumnRow row, List<ColumnCodec> codecs) {}

    private EncryptedColumns(DataSource database, String schema, OpenedKeys keys, LongSupplier nanos) {
        this.database = database;
        this.schema = schema;
        this.keys = keys;
        this.nanos = nanos;
        this.known = read();
    }

    /**
     * Reads the key tables.
     *
     * @param database where connections to the database come from; used for the key tables only
     * @param schema of the key tables, most often {@link KeyTables#SCHEMA}
     * @param masterKeys those that the program has; they stay the caller's
     * @param nanos a clock that only goes forward, {@code System::nanoTime}
     * @throws Permanent if there are no key tables
     * @throws Corrupt if an entry of them cannot be read
     */
    public static EncryptedColumns open(DataSource database, String schema, MasterKeys masterKeys, LongSupplier nanos) {
        OpenedKeys keys = new OpenedKeys(masterKeys);
        try {
            return new EncryptedColumns(database, schema, keys, nanos);
        } catch (RuntimeException e) {
            keys.close();
            throw e;
        }
    }

    private Known read() {
        long now = nanos.getAsLong();
        try (Connection connection = database.getConnection()) {
            return new Known(now, new KeyTables(Session.of(connection), schema).read(), new HashMap<>());
        } catch (SQLException e) {
            throw Session.failure("a connection for the key tables", e);
        }
    }

    private Column column(ColumnName name) {
        Known now = known;
        if (nanos.getAsLong() - now.readAt() > OLDEST.toNanos()) {
            now = readAgain(now);
        }
        synchronized (now.columns()) {
            Column column = now.columns().get(name);
            if (column == null) {
                column = proven(now.content(), now.content().column(name));
                now.columns().put(name, column);
            }
            return column;
        }
    }

    private synchronized Known readAgain(Known old) {
        if (known.readAt() == old.readAt()) {
            known = read();
        }
        return known;
    }

    private Column proven(KeyTableContent content, ColumnRow row) {
        List<CellKey> cellKeys = keys.of(content, row);
        return new Column(
                row,
                cellKeys.stream().map(key -> new ColumnCodec(row.column(), key)).toList());
    }

    /** Whether the key tables have this column. */
    public boolean isEncrypted(ColumnName name) {
        Known now = known;
        if (nanos.getAsLong() - now.readAt() > OLDEST.toNanos()) {
            now = readAgain(now);
        }
        return now.content().columns().containsKey(name);
    }

    /** How a column is encrypted; one that is not is {@link Permanent}. */
    public EncryptedColumn describe(ColumnName name) {
        return column(name).row().column();
    }

    /**
     * The cell of a value for a column, to be given to the database as bytes; null stays null.
     *
     * @throws Permanent if the column is not encrypted, or the value does not fit its type
     * @throws Corrupt if the key tables were changed
     */
    public byte @Nullable [] encrypt(ColumnName name, @Nullable Object value) {
        return column(name).codecs().getFirst().encrypt(value);
    }

    /**
     * The value of a cell of a column; null stays null. A cell that does not fit is tried again with what the key tables say now.
     *
     * @throws Corrupt if the cell is damaged, under another key, or not of the column's type
     */
    public @Nullable Object decrypt(ColumnName name, byte @Nullable [] cell) {
        Known before = known;
        Column column = column(name);
        try {
            return decrypt(column, cell);
        } catch (Corrupt e) {
            // Only a change of the keys is worth another look, and it is looked for at most once in so many cells of
            // one age.
            if (e.code() != ColumnFailure.CELL_TAG || !rotated(before, column.row())) {
                throw e;
            }
            return decrypt(column(name), cell);
        }
    }

    private static @Nullable Object decrypt(Column column, byte @Nullable [] cell) {
        List<ColumnCodec> codecs = column.codecs();
        for (ColumnCodec codec : codecs.subList(0, codecs.size() - 1)) {
            try {
                return codec.decrypt(cell);
            } catch (Corrupt e) {
                if (e.code() != ColumnFailure.CELL_TAG) {
                    throw e;
                }
            }
        }
        return codecs.getLast().decrypt(cell);
    }

    private boolean rotated(Known before, ColumnRow row) {
        return !readAgain(before).content().column(row.name()).equals(row);
    }

    /** Sets a parameter of a statement to the cell of a value. */
    public void set(PreparedStatement statement, int parameter, ColumnName name, @Nullable Object value)
            throws SQLException {
        statement.setBytes(parameter, encrypt(name, value));
    }

    /** The value in a column of the row that {@code rows} stands on. */
    public @Nullable Object get(ResultSet rows, int column, ColumnName name) throws SQLException {
        return decrypt(name, rows.getBytes(column));
    }

    /**
     * The condition that finds the rows with one value in a deterministic column: {@code expression IN (?, ?)}, with two parameters for
     * {@link #setEqual}, since cells are under two keys while a key is rotated. The SQL is the same before, during and after it.
     *
     * @param expression what stands for the column in the statement, such as {@code e.lastname}
     */
    public static String equal(String expression) {
        return expression + " IN (?, ?)";
    }

    /**
     * Sets the two parameters of {@link #equal}.
     *
     * @param first the number of the first of the two
     * @param value not null: nothing is equal to NULL
     * @return the number of the parameter that follows
     * @throws Permanent if the column is not deterministic
     */
    public int setEqual(PreparedStatement statement, int first, ColumnName name, Object value) throws SQLException {
        Column column = column(name);
        if (column.row().column().kind() != EncryptionKind.DETERMINISTIC) {
            throw new Permanent(
                    ColumnFailure.NOT_DETERMINISTIC,
                    "column " + name + " with column encryption key "
                            + column.row().key().name() + " is randomized, so that no value can be looked up in it");
        }
        statement.setBytes(first, column.codecs().getFirst().encrypt(value));
        statement.setBytes(first + 1, column.codecs().getLast().encrypt(value));
        return first + 2;
    }

    /** Wipes the keys; later use is an {@link IllegalStateException}. */
    @Override
    public void close() {
        keys.close();
    }
}
