package io.holdfast.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.engine.EngineFailure;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.plan.ServerFacts;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.quantity.Timeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestoredFilesTest {
    @TempDir
    Path directory;

    @Test
    void recoverySettingsAreWrittenOnceAndForgottenWhileIsolationStays() throws IOException {
        Path settings = directory.resolve("postgresql.auto.conf");
        Files.writeString(settings, "# kept\nwork_mem = '5MB'\narchive_mode = 'on'\n");
        RecoveryFiles.write(directory);
        String once = Files.readString(settings);
        RecoveryFiles.write(directory);
        assertThat(Files.readString(settings)).isEqualToNormalizingNewlines(once);
        assertThat(directory.resolve("recovery.signal")).exists();
        assertThat(once.lines())
                .containsOnlyOnce("archive_mode = 'off'", "recovery_target = 'immediate'", "restore_command = 'false'")
                .contains("work_mem = '5MB'", "synchronous_standby_names = ''");
        assertThat(once.indexOf("archive_mode = 'off'")).isGreaterThan(once.indexOf("archive_mode = 'on'"));
        RecoveryFiles.forget(directory);
        assertThat(Files.readString(settings))
                .contains("work_mem = '5MB'", "archive_mode = 'off'")
                .doesNotContain("recovery_target", "restore_command");
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
        return new ServerFacts("7", new Timeline(1), 180_006, true, 8_192, ByteCount.of(1 << 24), Instant.EPOCH);
    }
}
