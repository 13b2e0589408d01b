package io.holdfast.column.database;

import io.holdfast.column.ColumnFailure;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** SQL on one connection, which stays the caller's; what the database refuses is a {@link Failure}. Not for several threads. */
public final class Session {
    private final Connection connection;
    private final Dialect dialect;

    private Session(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    /** What makes a value of a row. */
    @FunctionalInterface
    public interface RowReader<T> {
        /** Reads the row that {@code rows} stands on. */
        T read(ResultSet rows) throws SQLException;
    }

    /** Asks the connection which database it is; another than PostgreSQL and MariaDB is {@link Permanent}. */
    public static Session of(Connection connection) {
        try {
            return new Session(connection, Dialect.of(connection.getMetaData().getDatabaseProductName()));
        } catch (SQLException e) {
            throw failure("asking the database what it is", e);
        }
    }

    /** The database's dialect. */
    public Dialect dialect() {
        return dialect;
    }

    /** The connection itself. */
    public Connection connection() {
        return connection;
    }

    /** All rows of a query. */
    public <T> List<T> query(String sql, RowReader<T> reader, @Nullable Object... parameters) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            set(statement, parameters);
            List<T> all = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    all.add(reader.read(rows));
                }
            }
            return all;
        } catch (SQLException e) {
            throw failure(sql, e);
        }
    }

    /** The first row of a query, if there is one. */
    public <T> Optional<T> first(String sql, RowReader<T> reader, @Nullable Object... parameters) {
        return query(sql, reader, parameters).stream().findFirst();
    }

    /** Changes rows; the number of rows. */
    public int update(String sql, @Nullable Object... parameters) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            set(statement, parameters);
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw failure(sql, e);
        }
    }

    /** Runs a statement without parameters. */
    public void execute(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw failure(sql, e);
        }
    }

    /** Runs {@code work} in a transaction of this isolation, one of {@link Connection}'s; a failure undoes all of it. */
    public <T> T transaction(int isolation, Supplier<T> work) {
        try {
            connection.setAutoCommit(true);
            connection.setTransactionIsolation(isolation);
            connection.setAutoCommit(false);
            try {
                T result = work.get();
                connection.commit();
                return result;
            } catch (RuntimeException e) {
                undo(e);
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            throw failure("a transaction", e);
        }
    }

    /** The same without a result, as databases are used to it. */
    public void transaction(Runnable work) {
        Object unused = transaction(Connection.TRANSACTION_READ_COMMITTED, () -> {
            work.run();
            return this;
        });
    }

    private void undo(RuntimeException why) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            why.addSuppressed(e);
        }
    }

    private static void set(PreparedStatement statement, @Nullable Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            @Nullable Object value = parameters[i];
            statement.setObject(i + 1, value instanceof Bytes bytes ? bytes.toArray() : value);
        }
    }

    /** What to make of what a driver says while {@code what} is done: a database that is away or busy is worth another try. */
    public static Failure failure(String what, SQLException e) {
        String state = Objects.requireNonNullElse(e.getSQLState(), "");
        String said = Objects.requireNonNullElse(e.getMessage(), e.toString());
        String shown = what.length() <= 200 ? what : what.substring(0, 200) + "…";
        boolean away = state.startsWith("08") || state.startsWith("57P") || state.startsWith("53");
        boolean busy = state.startsWith("40") || state.equals("55P03") || said.contains("Lock wait timeout");
        if (away || busy) {
            return new Transient(ColumnFailure.DATABASE_AWAY, "the database did not do " + shown + ": " + said, e);
        }
        return new Permanent(ColumnFailure.DATABASE_REFUSED, "the database refused " + shown + ": " + said, e);
    }
}
