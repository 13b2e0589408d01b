package io.holdfast.agent.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.agent.RestorePlan;
import io.holdfast.agent.RestoreRequest;
import io.holdfast.agent.prove.Proof;
import io.holdfast.agent.recover.Recovery;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.quantity.Timeline;
import io.holdfast.protocol.restore.RestoreResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whole restores, S1 and S2 of the catalogue of faults among them. */
class WholeRestoreTest {
    private final Scene scene = Scene.get();

    /** S2: PostgreSQL's own tools find a restored instance in order. */
    @Test
    void aProvenRestoreIsWholeOnANewTimelineAndHoldsTheSameTables() throws IOException {
        Path target = scene.target("proven");
        RestoreResult result = scene.restore(scene.request(target, AfterRestore.PROVE));

        assertThat(result.set()).isEqualTo(Scene.SET);
        assertThat(result.recoveredTo()).isEqualTo(new Timeline(2));
        assertThat(String.join("\n", result.checks()))
                .contains("pg_verifybackup: backup successfully verified")
                .contains("pg_amcheck: no corruption found")
                .contains("Bad checksums:  0")
                .contains("other & more");
        assertThat(target.resolve(".holdfast-restore")).doesNotExist();
        assertThat(target.resolve("tablespace_map")).doesNotExist();
        assertThat(Files.isSymbolicLink(target.resolve(
                        "pg_tblspc/" + scene.body.tablespaces().getFirst().oid())))
                .isTrue();
        assertThat(Files.getPosixFilePermissions(target)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(Files.getPosixFilePermissions(target.resolve("PG_VERSION")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(scene.hashesIn(target)).isEqualTo(scene.hashes);
    }

    @Test
    void anInstanceThatIsStartedRunsOnANewTimelineAndCanBeReachedUntilItIsStopped() throws SQLException {
        Path target = scene.target("started");
        Recovery server = new Recovery(scene.binaries.bin(), target, Duration.ofMinutes(1));
        try {
            RestoreResult result = scene.restore(scene.request(target, AfterRestore.START));

            assertThat(result.recoveredTo()).isEqualTo(new Timeline(2));
            assertThat(String.join("\n", result.checks())).contains("on the new timeline 2");
            assertThat(target.resolve("recovery.signal")).doesNotExist();
            try (Connection connection = connect()) {
                assertThat(Scene.ask(connection, "SELECT pg_is_in_recovery()")).isEqualTo("f");
                assertThat(Scene.ask(connection, "SELECT current_setting('data_directory')"))
                        .isEqualTo(target.toString());
                assertThat(Scene.ask(connection, "SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)"))
                        .isEqualTo("00000002");
                assertThat(Scene.hashes(connection)).isEqualTo(scene.hashes);
            }
        } finally {
            server.stop();
        }
        assertThat(target.resolve("postmaster.pid")).doesNotExist();
        assertThatThrownBy(this::connect).isInstanceOf(SQLException.class);
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + scene.ownPort + "/postgres", "postgres", scene.password);
    }

    @Test
    void aSetThatIsNotEncryptedSaysSoInThePlanAndInTheResult() {
        RestoreRequest request = scene.request(Scene.OTHER, scene.target("open"), AfterRestore.LEAVE);
        RestoreRun run = Scene.run(scene.tools());
        RestorePlan plan = run.plan(request);
        assertThat(plan.lines()).anySatisfy(line -> assertThat(line).contains("warning: NOT ENCRYPTED"));
        RestoreResult result = run.restore(plan);
        assertThat(result.suite()).isEqualTo(Suite.NONE);
        assertThat(result.warning()).contains("NOT ENCRYPTED");
    }

    /** J4: restored files are read back. */
    @Test
    void anInstanceThatWasLeftRecoversByItselfWhenItIsStarted() throws IOException {
        Path target = scene.target("left");
        RestoreResult result = scene.restore(scene.request(target, AfterRestore.LEAVE));

        assertThat(result.recoveredTo()).isNull();
        Proof without = new Proof(scene.folder.resolve("no-programs"), Optional.empty(), target);
        assertThat(without.files()).startsWith("files read back: all ");
        Path spoilt = target.resolve("PG_VERSION");
        Files.writeString(spoilt, "81\n");
        assertThatThrownBy(without::files).hasMessageContaining("PG_VERSION reads back");
        Files.writeString(spoilt, "18\n");
        assertThat(target.resolve("recovery.signal")).exists();
        assertThat(scene.hashesIn(target)).isEqualTo(scene.hashes);
        assertThat(target.resolve("recovery.signal")).doesNotExist();
        assertThat(target.resolve("postgresql.auto.conf"))
                .content()
                .contains("max_logical_replication_workers = '0'")
                .doesNotContain("recovery_target", "restore_command");
    }
}
