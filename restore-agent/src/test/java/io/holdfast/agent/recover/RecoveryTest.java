package io.holdfast.agent.recover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.engine.EngineFailure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.quantity.Timeline;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a {@code pg_ctl} that does as it is told: it gives up waiting for a server that still recovers. */
class RecoveryTest {
    private static final int IN_ARCHIVE_RECOVERY = 5;
    private static final int IN_PRODUCTION = 6;

    @TempDir
    Path folder;

    private Path data = Path.of("unset");

    @BeforeEach
    void make() throws IOException {
        data = Files.createDirectory(folder.resolve("data"));
        Files.createDirectory(data.resolve("global"));
        Files.createDirectory(data.resolve("pg_wal"));
        control(IN_ARCHIVE_RECOVERY, 1);
        Path program = folder.resolve("pg_ctl");
        Files.writeString(program, """
                #!/bin/sh
                here=$(dirname "$0")
                echo "$3" >> "$here/calls"
                case "$3" in
                    start) touch "$here/ran"; exit 1;;
                    status) test -e "$here/running";;
                    *) exit 0;;
                esac
                """);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void control(int state, int timeline) throws IOException {
        ByteBuffer control = ByteBuffer.allocate(8_192).order(ByteOrder.nativeOrder());
        control.putLong(0, 7).putInt(16, state).putInt(48, timeline);
        Files.write(data.resolve("global/pg_control"), control.array());
    }

    private Recovery recovery() {
        return new Recovery(folder, data, Duration.ofMillis(200));
    }

    @Test
    void aServerThatStillRecoversIsWaitedForAgainAndNotStartedAnew() throws IOException {
        Files.createFile(folder.resolve("running"));
        Files.writeString(folder.resolve("calls"), "");
        assertThatThrownBy(() -> recovery().start(Map.of("port", "1")))
                .isInstanceOfSatisfying(
                        Transient.class, e -> assertThat(e.code()).isEqualTo(EngineFailure.RECOVERY_UNFINISHED));
        assertThat(Files.readAllLines(folder.resolve("calls"))).contains("stop", "start");

        Files.writeString(folder.resolve("calls"), "");
        assertThatThrownBy(() -> recovery().start(Map.of())).isInstanceOf(Transient.class);
        control(IN_PRODUCTION, 2);
        assertThat(recovery().start(Map.of())).isEqualTo(new Timeline(2));
        assertThat(Files.readAllLines(folder.resolve("calls"))).containsOnly("status");
    }

    @Test
    void aServerThatEndedDidNotStart() {
        assertThatThrownBy(() -> recovery().start(Map.of()))
                .isInstanceOfSatisfying(
                        Permanent.class, e -> assertThat(e.code()).isEqualTo(EngineFailure.INSTANCE_NOT_STARTED));
        assertThat(folder.resolve("ran")).exists();
    }
}
