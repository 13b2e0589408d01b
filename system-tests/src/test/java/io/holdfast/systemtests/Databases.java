package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.demo.TableHash;
import io.holdfast.localservers.PostgresOptions;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Databases to back up, and whether two hold the same. */
final class Databases {
    private Databases() {}

    /** A running server of this version with page checksums and tables of several kinds. */
    static PrivatePostgres filled(int major, int megabytes) throws SQLException {
        return filled(options(major), megabytes);
    }

    /** How a server of this version is made. */
    static PostgresOptions options(int major) {
        return PostgresOptions.in(
                ServersForTests.folder("pg" + major).resolve("server"), ServersForTests.postgres(major));
    }

    /** The same with other options. */
    static PrivatePostgres filled(PostgresOptions options, int megabytes) throws SQLException {
        PrivatePostgres server = PrivatePostgres.start(options);
        try (Connection connection = server.connection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE rows AS SELECT i AS id, md5(i::text) || repeat(md5((i % 100)::text), 6) AS words"
                            + " FROM generate_series(1, " + megabytes * 3_000L + ") i");
            statement.execute("ALTER TABLE rows ADD PRIMARY KEY (id)");
            statement.execute(
                    "CREATE TABLE long_texts AS SELECT i AS id, (SELECT string_agg(md5((i * 7 + j)::text), '')"
                            + " FROM generate_series(1, 500) j) AS words FROM generate_series(1, 50) i");
            statement.execute("CREATE UNLOGGED TABLE scratch AS SELECT i FROM generate_series(1, 1000) i");
            statement.execute("CREATE TABLE empty_table (id int)");
            statement.execute("CHECKPOINT");
        }
        return server;
    }

    /** The hash of every permanent table of the database postgres. */
    static SortedMap<String, TableHash> hashes(PrivatePostgres server) throws SQLException {
        SortedMap<String, TableHash> hashes = new TreeMap<>();
        try (Connection connection = server.connection()) {
            for (String table : tables(connection)) {
                hashes.put(table, TableHash.of(connection, table));
            }
        }
        return hashes;
    }

    private static List<String> tables(Connection connection) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT c.oid::regclass::text FROM pg_class c"
                        + " JOIN pg_namespace n ON n.oid = c.relnamespace"
                        + " WHERE relkind = 'r' AND relpersistence = 'p' AND nspname = 'public'")) {
            while (rows.next()) {
                tables.add(rows.getString(1));
            }
        }
        return tables;
    }

    /** Every table and index against itself: by pg_amcheck, or by its extension where this build of PostgreSQL lacks the tool. */
    static void checkStructure(PrivatePostgres server) {
        if (server.binaries().tool("pg_amcheck").isPresent()) {
            server.run("pg_amcheck", "--install-missing", "--heapallindexed", "--all");
            return;
        }
        server.execute(
                "CREATE EXTENSION amcheck",
                "SELECT bt_index_check(i.indexrelid, true) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
                        + " JOIN pg_am a ON a.oid = c.relam WHERE a.amname = 'btree' AND c.relpersistence = 'p'");
        String corrupt = server.ask("SELECT count(*) FROM pg_class c, LATERAL verify_heapam(c.oid)"
                + " WHERE c.relkind IN ('r', 'm', 't') AND c.relpersistence = 'p'");
        if (!"0".equals(corrupt)) {
            throw new AssertionError("amcheck finds " + corrupt + " corruptions");
        }
    }

    /** Starts what was restored below {@code folder}, in its folder data, with the password of the source. */
    static PrivatePostgres restored(PrivatePostgres source, Path folder) {
        PrivatePostgres restored =
                PrivatePostgres.startExisting(PostgresOptions.in(folder, source.binaries()), source.password());
        restored.awaitRecovered(Duration.ofMinutes(1));
        return restored;
    }

    /** What was restored below {@code folder} holds the same as its source, and something. */
    static void requireSame(PrivatePostgres source, Path folder) throws SQLException {
        try (PrivatePostgres restored = restored(source, folder)) {
            assertThat(hashes(restored)).isEqualTo(hashes(source)).isNotEmpty();
        }
    }
}
