package io.holdfast.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.localservers.PostgresBinaries;
import io.holdfast.localservers.PostgresOptions;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.quantity.Timeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WholeCopyTest {
    @ParameterizedTest
    @CsvSource({"15,FILES", "17,SQL", "18,SQL", "18,FILES"})
    void aCopyMadeUnderLoadVerifiesStartsOnANewTimelineAndHoldsTheSameTables(int major, Access access)
            throws IOException {
        Path folder = ServersForTests.folder("copy-" + major);
        try (TestServer server = TestServer.start(major, options -> options.withSetting("max_wal_size", "64MB"))) {
            PrivatePostgres source = server.postgres();
            source.createTablespace("fast");
            server.fill(20_000);
            source.execute(
                    "CREATE TABLE elsewhere TABLESPACE fast AS SELECT i, md5(i::text) m FROM generate_series(1, 9000) i",
                    "ALTER SYSTEM SET archive_mode = 'on'",
                    "ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
            Path settings = source.data().resolve("postgresql.conf");
            Files.writeString(settings, "\ndata_directory = '" + source.data() + "'\n", StandardOpenOption.APPEND);
            WholeCopy copy = new WholeCopy(
                    server.settings(access), access, folder.resolve("data"), folder.resolve("tablespaces"));
            copy.run(() -> source.execute(
                    "CREATE TABLE meanwhile AS SELECT i FROM generate_series(1, 5000) i",
                    "UPDATE item SET name = name || '!' WHERE id % 3 = 0",
                    "DELETE FROM elsewhere WHERE i % 7 = 0"));
            copy.own(source.user());

            assertThat(copy.badPages).isEmpty();
            assertThat(copy.pagesChecked).isGreaterThan(1_000);
            verify(source, folder.resolve("data"));
            Map<String, String> expected = TestServer.hashes(source);
            assertThat(expected).containsKeys("item", "long", "elsewhere", "meanwhile");

            RecoveryFiles.write(folder.resolve("data"));
            assertThat(recover(source.binaries(), folder)).isEqualTo(new Timeline(2));
            assertThat(folder.resolve("data/recovery.signal")).doesNotExist();
            assertThat(RecoveryFiles.namedDirectory(folder.resolve("data")))
                    .contains(source.data().toString());
            Files.writeString(
                    folder.resolve("data/postgresql.conf"),
                    "\ndata_directory = '" + folder.resolve("data") + "'\n",
                    StandardOpenOption.APPEND);
            assertThat(hashesOf(source, folder)).isEqualTo(expected);
        }
    }

    private static void verify(PrivatePostgres source, Path data) {
        assertThat(source.run("pg_verifybackup", data.toString())).contains("backup successfully verified");
    }

    private static Timeline recover(PostgresBinaries binaries, Path folder) throws IOException {
        RestoredInstance restored = new RestoredInstance(
                binaries.bin(),
                folder.resolve("data"),
                Map.of(
                        "listen_addresses",
                        "",
                        "unix_socket_directories",
                        folder.resolve("data").toString(),
                        "fsync",
                        "off"),
                Files.createFile(folder.resolve("data/start.log")));
        Files.setOwner(folder.resolve("data/start.log"), Files.getOwner(folder.resolve("data")));
        try {
            return restored.startAndRecover(Duration.ofMinutes(1));
        } finally {
            restored.stop();
        }
    }

    private static Map<String, String> hashesOf(PrivatePostgres source, Path folder) {
        PostgresOptions options = PostgresOptions.in(folder, source.binaries());
        try (PrivatePostgres started = PrivatePostgres.startExisting(options, source.password())) {
            assertThat(started.ask("SHOW archive_mode")).isEqualTo("off");
            assertThat(started.ask("SHOW synchronous_standby_names")).isEmpty();
            assertThat(started.ask("SHOW max_logical_replication_workers")).isEqualTo("0");
            assertThat(started.ask("SHOW recovery_target")).isEmpty();
            assertThat(started.ask("SHOW recovery_target_timeline")).isEqualTo("latest");
            assertThat(started.ask("SHOW restore_command")).isEmpty();
            started.execute("ALTER SYSTEM RESET max_logical_replication_workers");
            assertThat(folder.resolve("data/postgresql.auto.conf"))
                    .content()
                    .contains("archive_mode")
                    .doesNotContain("max_logical_replication_workers", "recovery_target");
            assertThat(started.ask("SELECT count(*) FROM scratch")).isEqualTo("0");
            return TestServer.hashes(started);
        }
    }
}
