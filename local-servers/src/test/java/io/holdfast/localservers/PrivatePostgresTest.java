package io.holdfast.localservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.protocol.failure.Permanent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PrivatePostgresTest {
    @ParameterizedTest
    @ValueSource(ints = {15, 17, 18})
    void runsIsKilledAndRecovers(int major) {
        Path folder = ServersForTests.folder("postgres");
        PostgresOptions options = PostgresOptions.in(folder.resolve("a"), ServersForTests.postgres(major))
                .withSetting("wal_level", "logical");
        try (PrivatePostgres postgres = PrivatePostgres.start(options)) {
            assertThat(postgres.ask("SHOW server_version_num")).startsWith(Integer.toString(major));
            assertThat(postgres.ask("SHOW data_checksums")).isEqualTo("on");
            assertThat(postgres.ask("SHOW wal_level")).isEqualTo("logical");
            Path tablespace = postgres.createTablespace("outside");
            postgres.execute("CREATE TABLE t TABLESPACE outside AS SELECT generate_series(1, 1000) AS n");
            postgres.kill();
            postgres.start();
            assertThat(postgres.run("psql", "-At", "-c", "SELECT count(*) FROM t"))
                    .isEqualTo("1000\n");
            assertThat(tablespace).isNotEmptyDirectory();
            assertThat(postgres.data().getParent()).isEqualTo(folder.resolve("a"));
        }
    }

    @Test
    void theSmallBuildServesWhereNoOtherIs() {
        Path folder = ServersForTests.folder("postgres");
        PostgresBinaries small = SmallPostgres.unpack(18).orElseThrow();
        assertThat(small.tool("psql")).isEmpty();
        PostgresOptions options =
                PostgresOptions.in(folder.resolve("small"), small).withChecksums(PostgresOptions.Checksums.OFF);
        try (PrivatePostgres postgres = PrivatePostgres.start(options)) {
            assertThat(postgres.ask("SHOW data_checksums")).isEqualTo("off");
            assertThatThrownBy(() -> postgres.run("pg_amcheck"))
                    .isInstanceOf(Permanent.class)
                    .hasMessageContaining("has no pg_amcheck");
        }
    }

    @Test
    void theSmallBuildOfACarefulRootServesAsWell() {
        Path folder = ServersForTests.folder("careful");
        String bin = Command.in(folder)
                .with(Map.of(
                        "HOLDFAST_CACHE", folder.resolve("cache").toString(),
                        "CLASSPATH", System.getProperty("java.class.path")))
                .run(List.of(
                        "sh",
                        "-c",
                        "umask 077; exec \"$0\" \"$1\" 2>/dev/null",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        SmallUnpacker.class.getName()));
        PostgresBinaries small = new PostgresBinaries(18, Path.of(bin), PostgresBinaries.Build.SMALL);
        try (PrivatePostgres postgres = PrivatePostgres.start(PostgresOptions.in(folder.resolve("server"), small))) {
            assertThat(postgres.ask("SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void aCopiedDirectoryStartsAndLeavesRecovery() throws Exception {
        Path folder = ServersForTests.folder("postgres");
        PostgresBinaries binaries = ServersForTests.postgres(17);
        try (PrivatePostgres original = PrivatePostgres.start(PostgresOptions.in(folder.resolve("a"), binaries))) {
            original.execute("CREATE TABLE t AS SELECT 7 AS n");
            Files.createDirectories(folder.resolve("b"));
            Path basebackup = binaries.requireTool("pg_basebackup");
            Command.in(folder)
                    .with(Map.of(
                            "PGPASSFILE",
                            original.data().resolveSibling("pgpass").toString()))
                    .run(List.of(
                            basebackup.toString(),
                            "-h",
                            "127.0.0.1",
                            "-p",
                            Integer.toString(original.port()),
                            "-U",
                            "postgres",
                            "-D",
                            folder.resolve("b/data").toString()));
            try (PrivatePostgres copy = PrivatePostgres.startExisting(
                    PostgresOptions.in(folder.resolve("b"), binaries), original.password())) {
                copy.awaitRecovered(Duration.ofSeconds(30));
                assertThat(copy.ask("SELECT n FROM t")).isEqualTo("7");
            }
        }
    }

    @Test
    void aServerThatCannotStartSaysWhatItSaid() {
        Path folder = ServersForTests.folder("postgres");
        PostgresOptions options = PostgresOptions.in(folder.resolve("a"), PostgresBinaries.find(18))
                .withSetting("wal_level", "nonsense");
        assertThatThrownBy(() -> PrivatePostgres.start(options))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("wal_level");
    }
}
