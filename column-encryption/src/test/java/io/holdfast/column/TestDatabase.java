package io.holdfast.column;

import io.holdfast.column.database.Dialect;
import io.holdfast.column.database.Session;
import io.holdfast.column.jdbc.DriverDataSource;
import io.holdfast.localservers.MariaDbOptions;
import io.holdfast.localservers.PostgresOptions;
import io.holdfast.localservers.PrivateMariaDb;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The two databases, each one server for all tests, which ends with the JVM. */
public enum TestDatabase {
    /** PostgreSQL 18. */
    POSTGRESQL,
    /** MariaDB. */
    MARIADB;

    private static final AtomicInteger PLACES = new AtomicInteger();

    private static @Nullable PrivatePostgres postgres;
    private static @Nullable PrivateMariaDb mariadb;

    /**
     * An empty database.
     *
     * @param schema of the application's tables
     * @param keySchema for key tables, which are not there yet
     */
    public record Place(DriverDataSource source, String url, Properties login, String schema, String keySchema) {
        /** Does something with a connection of its own. */
        public <T> T with(Function<Session, T> work) {
            try (Connection connection = source.getConnection()) {
                return work.apply(Session.of(connection));
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Runs statements. */
        public void execute(String... statements) {
            boolean unused = with(session -> {
                for (String statement : statements) {
                    session.execute(statement);
                }
                return true;
            });
        }

        /** The first column of the first row. */
        public String ask(String query) {
            return with(session -> session.first(query, rows -> String.valueOf(rows.getString(1)))
                    .orElseThrow());
        }

        /** A column of a table of the application. */
        public ColumnName column(String table, String column) {
            return new ColumnName(schema, table, column);
        }

        /** A key table with its schema. */
        public String keyTable(String table) {
            return with(session -> session.dialect().table(keySchema, table));
        }

        /** The source as its port. */
        public DataSource port() {
            return source;
        }
    }

    /** A new place on the one server. */
    public synchronized Place place() {
        int number = PLACES.incrementAndGet();
        Properties login = new Properties();
        if (this == POSTGRESQL) {
            PrivatePostgres server = postgres();
            server.execute("CREATE SCHEMA place" + number);
            login.setProperty("user", server.superuser());
            login.setProperty("password", server.password());
            String url = server.jdbcUrl() + "?currentSchema=place" + number;
            return new Place(new DriverDataSource(url, login), url, login, "place" + number, "keys" + number);
        }
        PrivateMariaDb server = mariadb();
        server.execute("CREATE DATABASE place" + number + " CHARACTER SET utf8mb4");
        login.setProperty("user", PrivateMariaDb.SUPERUSER);
        login.setProperty("password", server.password());
        String url = server.jdbcUrl().replaceFirst("/holdfast$", "/place" + number);
        return new Place(new DriverDataSource(url, login), url, login, "place" + number, "keys" + number);
    }

    /** Its dialect. */
    public Dialect dialect() {
        return this == POSTGRESQL ? Dialect.POSTGRESQL : Dialect.MARIADB;
    }

    private static synchronized PrivatePostgres postgres() {
        if (postgres == null) {
            PrivatePostgres started = PrivatePostgres.start(
                    PostgresOptions.in(ServersForTests.folder("columns").resolve("a"), ServersForTests.postgres(18))
                            .withSetting("fsync", "off"));
            Runtime.getRuntime().addShutdownHook(new Thread(started::close));
            postgres = started;
        }
        return postgres;
    }

    private static synchronized PrivateMariaDb mariadb() {
        if (mariadb == null) {
            PrivateMariaDb started = ServersForTests.mariaDb(
                    MariaDbOptions.in(ServersForTests.folder("columns").resolve("m"))
                            .withSetting("--innodb-flush-log-at-trx-commit=0")
                            .withSetting("--innodb-flush-method=nosync"));
            Runtime.getRuntime().addShutdownHook(new Thread(started::close));
            mariadb = started;
        }
        return mariadb;
    }
}
