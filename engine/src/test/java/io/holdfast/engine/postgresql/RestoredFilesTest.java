package io.holdfast.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.engine.EngineFailure;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.plan.ServerFacts;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.quantity.Timeline;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestoredFilesTest {
    @TempDir
    Path directory;

    @Test
    void recoverySettingsGoWithTheSignalWhileIsolationStays() throws IOException {
        Path settings = directory.resolve("postgresql.auto.conf");
        Files.writeString(settings, "# kept\nwork_mem = '5MB'\narchive_mode = 'on'\n");
        RecoveryFiles.write(directory);
        String once = Files.readString(settings);
        RecoveryFiles.write(directory);
        assertThat(Files.readString(settings)).isEqualToNormalizingNewlines(once);
        assertThat(once.lines())
                .containsOnlyOnce(
                        "archive_mode = 'off'",
                        "max_logical_replication_workers = '0'",
                        "include_if_exists 'recovery.signal'")
                .contains("work_mem = '5MB'", "synchronous_standby_names = ''");
        assertThat(once).doesNotContain("recovery_target", "restore_command");
        assertThat(once.indexOf("archive_mode = 'off'")).isGreaterThan(once.indexOf("archive_mode = 'on'"));
        assertThat(Files.readAllLines(directory.resolve("recovery.signal")))
                .contains("restore_command = 'false'")
                .endsWith("recovery_target = 'immediate'");
    }

    @Test
    void settingsInAnyEncodingKeepTheirBytes() throws IOException {
        Path settings = directory.resolve("postgresql.auto.conf");
        byte[] latin = "application_name = 'Gesch\u00e4ft'\n".getBytes(StandardCharsets.ISO_8859_1);
        Files.write(settings, latin);
        RecoveryFiles.write(directory);
        assertThat(Files.readAllBytes(settings)).startsWith(latin);
    }

    @Test
    void missingConfigurationIsWrittenAndExistingIsLeftAlone() throws IOException {
        Files.writeString(directory.resolve("pg_hba.conf"), "# mine\n");
        assertThat(RecoveryFiles.writeMissingConfiguration(directory)).isTrue();
        assertThat(Files.readString(directory.resolve("pg_hba.conf"))).isEqualTo("# mine\n");
        assertThat(RecoveryFiles.writeMissingConfiguration(directory)).isFalse();
    }

    @Test
    void aManifestThatIsGivenUpLeavesNothing() {
        try (BackupManifestWriter manifest = BackupManifestWriter.begin(directory, facts())) {
            manifest.add("PG_VERSION", 3, Instant.EPOCH, 1);
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aDirectoryWithoutAControlFileIsNoCluster() throws IOException {
        assertThatThrownBy(() -> ControlFile.read(directory))
                .isInstanceOfSatisfying(
                        Failure.class, e -> assertThat(e.code()).isEqualTo(EngineFailure.DATA_DIRECTORY_MISMATCH));
        Files.createDirectory(directory.resolve("global"));
        Files.write(directory.resolve(ControlFile.PATH), new byte[ControlFile.BYTES]);
        assertThatThrownBy(() -> ControlFile.read(directory))
                .isInstanceOfSatisfying(
                        Failure.class, e -> assertThat(e.code()).isEqualTo(EngineFailure.DATA_DIRECTORY_MISMATCH));
    }

    private static ServerFacts facts() {
        return new ServerFacts("7", new Timeline(1), 180_006, true, 8_192, ByteCount.of(1 << 24), Instant.EPOCH, null);
    }
}
