package io.holdfast.cli.demo;

import io.holdfast.protocol.quantity.Lsn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A seeded series of numbered transactions. Transaction {@code n} does what {@link Step#of} says and nothing else, so that the
 * content of the tables after any {@code n} is known without asking the database. Beside it tables are made and dropped, so
 * that files come and go under a running backup.
 */
final class NumberedLoad implements AutoCloseable {
    /** A transaction that is committed: its number, and the log's insert position just after. */
    record Commit(long number, Lsn position) {}

    private static final int SCRATCH_EVERY = 100;

    private final Connection connection;
    private final long seed;
    private final int accounts;
    private final List<Commit> commits = new ArrayList<>();
    private final Thread thread;
    private volatile boolean stopping;
    private volatile @Nullable SQLException failure;

    /** Starts at once on a connection of its own, which it closes. */
    NumberedLoad(Connection connection, long seed, int accounts) {
        this.connection = connection;
        this.seed = seed;
        this.accounts = accounts;
        this.thread = Thread.ofPlatform().name("demo-load").daemon().start(this::run);
    }

    /** How many transactions are committed. */
    long committed() {
        synchronized (commits) {
            return commits.size();
        }
    }

    /** How many commits lie between two positions of the log. */
    long committedBetween(Lsn start, Lsn stop) {
        synchronized (commits) {
            return commits.stream()
                    .filter(commit -> commit.position().compareTo(start) >= 0
                            && commit.position().compareTo(stop) <= 0)
                    .count();
        }
    }

    /** Ends the load after the transaction that it is in; a failure that it met is thrown here. */
    @Override
    public void close() throws SQLException {
        stopping = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        connection.close();
        SQLException met = failure;
        if (met != null) {
            throw met;
        }
    }

    private void run() {
        try {
            connection.setAutoCommit(false);
            try (PreparedStatement update =
                            connection.prepareStatement("UPDATE accounts SET balance = balance + ? WHERE id = ?");
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO history VALUES (?, ?, ?, ?)");
                    PreparedStatement position =
                            connection.prepareStatement("SELECT pg_current_wal_insert_lsn()::text")) {
                for (long n = 1; !stopping; n++) {
                    commit(Step.of(seed, n, accounts), update, insert);
                    if (n % SCRATCH_EVERY == 0) {
                        replaceScratch(n);
                    }
                    Lsn now = read(position);
                    connection.commit();
                    synchronized (commits) {
                        commits.add(new Commit(n, now));
                    }
                }
            }
        } catch (SQLException e) {
            failure = e;
        }
    }

    private void commit(Step step, PreparedStatement update, PreparedStatement insert) throws SQLException {
        update.setLong(1, step.delta());
        update.setInt(2, step.account());
        update.executeUpdate();
        insert.setLong(1, step.number());
        insert.setInt(2, step.account());
        insert.setLong(3, step.delta());
        insert.setString(4, step.note());
        insert.executeUpdate();
        connection.commit();
    }

    private void replaceScratch(long n) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS scratch_" + (n - SCRATCH_EVERY));
            statement.execute(
                    "CREATE TABLE scratch_" + n + " AS SELECT i, md5(i::text) FROM generate_series(1, 2000) i");
            connection.commit();
        }
    }

    private static Lsn read(PreparedStatement position) throws SQLException {
        try (ResultSet row = position.executeQuery()) {
            row.next();
            return Lsn.parse(row.getString(1));
        }
    }
}
