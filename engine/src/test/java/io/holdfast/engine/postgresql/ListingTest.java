package io.holdfast.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.engine.BackupSession;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.Checkpoint;
import io.holdfast.protocol.plan.FileKind;
import io.holdfast.protocol.plan.ListedFile;
import io.holdfast.protocol.plan.Tablespace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListingTest {
    private final PostgresEngine engine = new PostgresEngine();

    @ParameterizedTest
    @ValueSource(ints = {15, 17, 18})
    void bothListingsAreWhatPgBasebackupTakes(int major) throws Exception {
        try (TestServer server = TestServer.start(major)) {
            PrivatePostgres postgres = server.postgres();
            postgres.createTablespace("fast");
            server.fill(2_000);
            postgres.execute(
                    "CREATE TABLE elsewhere TABLESPACE fast AS SELECT 1 AS i",
                    "CREATE UNLOGGED TABLE scratch_elsewhere (i int PRIMARY KEY) TABLESPACE fast");
            try (Connection temporary = postgres.connection();
                    Statement statement = temporary.createStatement()) {
                statement.execute("CREATE TEMPORARY TABLE gone_soon AS SELECT generate_series(1, 5000) i");
                clutter(postgres);
                List<ListedFile> bySql = list(server, Access.SQL);
                List<ListedFile> byFiles = list(server, Access.FILES);
                Set<String> byBasebackup = basebackup(postgres);
                assertThat(paths(bySql)).isEqualTo(byBasebackup);
                assertThat(paths(byFiles)).isEqualTo(byBasebackup);
                assertThat(byFiles).filteredOn(ListingTest::staysAsItIs).isSubsetOf(bySql);
                assertThatDirectoriesComeFirst(bySql);
                assertThatDirectoriesComeFirst(byFiles);
            }
        }
    }

    /** Files that must not be taken, and one with a name that needs quoting, which must. */
    private static void clutter(PrivatePostgres postgres) throws IOException {
        Path data = postgres.data();
        Path temporary = Files.createDirectories(data.resolve("base/pgsql_tmp"));
        Files.writeString(temporary.resolve("pgsql_tmp123.0"), "x");
        Files.writeString(data.resolve("postgresql.auto.conf.tmp"), "x");
        Files.writeString(data.resolve("pg_stat_tmp/old"), "x");
        Files.writeString(data.resolve("backup_manifest"), "x");
        Files.writeString(data.resolve("somebody's \"own\" file"), "x");
        Path place = data.resolve("pg_tblspc").resolve(only(data.resolve("pg_tblspc")));
        Files.createDirectories(place.resolve("PG_9.6_201608131/1"));
        Files.writeString(place.resolve("PG_9.6_201608131/1/2"), "x");
        postgres.user().own(data);
    }

    private static String only(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.findFirst().orElseThrow().getFileName().toString();
        }
    }

    private List<ListedFile> list(TestServer server, Access access) {
        try (BackupSession session = engine.open(server.settings(access), TestServer.SET)) {
            session.start("listing", Checkpoint.FAST);
            List<ListedFile> files = new ArrayList<>();
            session.list(access, files::add);
            assertThat(session.tablespaces()).hasSize(1).allSatisfy(ListingTest::isOutside);
            return files;
        }
    }

    private static void isOutside(Tablespace tablespace) {
        assertThat(tablespace.location()).startsWith("/").endsWith("fast");
    }

    private static Set<String> paths(List<ListedFile> files) {
        Set<String> paths = new TreeSet<>();
        files.forEach(file -> paths.add(file.path() + (file.kind() == FileKind.DIRECTORY ? "/" : "")));
        assertThat(paths).hasSize(files.size());
        return paths;
    }

    private static Set<String> basebackup(PrivatePostgres postgres) throws IOException {
        Path target = postgres.data().resolveSibling("basebackup");
        postgres.run(
                "pg_basebackup",
                "-D",
                target.toString(),
                "-X",
                "none",
                "-c",
                "fast",
                "--no-sync",
                "-T",
                postgres.ask("SELECT pg_tablespace_location(oid) FROM pg_tablespace WHERE spcname = 'fast'") + "="
                        + postgres.data().resolveSibling("basebackup-fast"));
        Set<String> paths = new TreeSet<>();
        walk(target, "", paths);
        // Made of what the end of a backup says, read last, or written by the tool.
        paths.removeAll(Set.of("backup_label", "tablespace_map", "backup_manifest", ControlFile.PATH));
        return paths;
    }

    private static void walk(Path directory, String prefix, Set<String> paths) {
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path entry : entries.toList()) {
                String path = prefix + entry.getFileName();
                if (Files.isDirectory(entry)) {
                    paths.add(path + "/");
                    walk(entry, path + "/", paths);
                } else {
                    paths.add(path);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sizes and times of a database that nobody works in. */
    private static boolean staysAsItIs(ListedFile file) {
        return file.path().startsWith("base/1/") || file.path().startsWith("base/4/");
    }

    private static void assertThatDirectoriesComeFirst(List<ListedFile> files) {
        Set<String> seen = new HashSet<>(Set.of(""));
        for (ListedFile file : files) {
            int slash = file.path().lastIndexOf('/');
            assertThat(seen).contains(file.path().substring(0, Math.max(0, slash)));
            if (file.kind() == FileKind.DIRECTORY) {
                seen.add(file.path());
            }
        }
    }

    @Test
    void filesThatComeAndGoWhileTheyAreListedAreNoFailure() throws Exception {
        try (TestServer server = TestServer.start(18);
                BackupSession session = engine.open(server.settings(Access.SQL), TestServer.SET)) {
            session.start("churn", Checkpoint.FAST);
            Thread churn = Thread.ofPlatform().start(() -> churn(server.postgres()));
            while (churn.isAlive()) {
                for (Access access : Access.values()) {
                    List<ListedFile> files = new ArrayList<>();
                    session.list(access, files::add);
                    assertThat(files).extracting(ListedFile::path).contains("PG_VERSION", "base/1/PG_VERSION");
                }
            }
            churn.join();
        }
    }

    private static void churn(PrivatePostgres postgres) {
        try (Connection connection = postgres.connection();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 60; i++) {
                statement.execute("CREATE TABLE short_lived AS SELECT 1 AS i");
                statement.execute("DROP TABLE short_lived");
                if (i % 20 == 0) {
                    statement.execute("CREATE DATABASE passing");
                    statement.execute("DROP DATABASE passing");
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
