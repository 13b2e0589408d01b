package io.holdfast.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.engine.BackupSession;
import io.holdfast.engine.EngineFailure;
import io.holdfast.engine.HeldBackup;
import io.holdfast.engine.StartedBackup;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.Checkpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A data directory as a container sees it into which not everything is mounted, or not what should be. */
class DataDirectoryTest {
    private static final PostgresEngine ENGINE = new PostgresEngine();
    private static TestServer server;

    @TempDir
    Path view;

    private BackupSession session;
    private StartedBackup started;

    @BeforeAll
    static void start() {
        server = TestServer.start(18);
        server.postgres().createTablespace("fast");
        server.postgres().execute("CREATE TABLE elsewhere TABLESPACE fast AS SELECT 1 AS i");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() {
        session = ENGINE.open(server.seenIn(view), TestServer.SET);
        started = session.start("seen", Checkpoint.FAST);
    }

    @AfterEach
    void close() throws IOException {
        session.close();
        try (Stream<Path> children = Files.list(view)) {
            for (Path child : children.filter(Files::isSymbolicLink).toList()) {
                Files.delete(child);
            }
        }
    }

    @Test
    void aTablespaceThatIsNotMountedIsNoSetWithoutIt() throws IOException {
        String oid = String.valueOf(server.postgres().ask("SELECT oid FROM pg_tablespace WHERE spcname = 'fast'"));
        mount("pg_tblspc");
        Path links = Files.createDirectory(view.resolve("pg_tblspc"));
        Path link = Files.createSymbolicLink(links.resolve(oid), view.resolve("not-mounted"));
        assertRefused(EngineFailure.DATA_DIRECTORY_INCOMPLETE, "pg_tblspc/" + oid + "/PG_18_");
        // A directory that is there but empty is no better.
        Files.delete(link);
        Files.createDirectory(link);
        assertRefused(EngineFailure.DATA_DIRECTORY_INCOMPLETE, "pg_tblspc/" + oid + "/PG_18_");
    }

    @Test
    void aLogThatIsNotMountedIsNoSetWithoutIt() throws IOException {
        mount("pg_wal");
        Files.createSymbolicLink(view.resolve("pg_wal"), view.resolve("not-mounted"));
        assertRefused(EngineFailure.DATA_DIRECTORY_INCOMPLETE, "pg_wal");
    }

    @Test
    void aCopyOfTheDirectoryIsNotTheServers() throws IOException {
        mount("postmaster.pid");
        String ours = Files.readString(server.postgres().data().resolve("postmaster.pid"));
        List<String> lines = new ArrayList<>(ours.lines().toList());
        lines.set(0, "1" + lines.getFirst());
        Files.write(view.resolve("postmaster.pid"), lines);
        assertRefused(EngineFailure.DATA_DIRECTORY_MISMATCH, lines.getFirst());
    }

    @Test
    void aServerThatNeededAMinuteToStartIsItselfAllTheSame() throws IOException {
        mount("");
        Path file = server.postgres().data().resolve("postmaster.pid");
        String before = Files.readString(file);
        List<String> lines = new ArrayList<>(before.lines().toList());
        // The file says when the process began, the server when it was ready to recover.
        lines.set(2, Long.toString(Long.parseLong(lines.get(2).strip()) - 60));
        Files.write(file, lines);
        try {
            assertThatCode(this::list).doesNotThrowAnyException();
            assertThatCode(this::read).doesNotThrowAnyException();
        } finally {
            Files.writeString(file, before);
        }
    }

    private void mount(String butFor) throws IOException {
        try (Stream<Path> children = Files.list(server.postgres().data())) {
            for (Path child : children.toList()) {
                if (!child.endsWith(butFor)) {
                    Files.createSymbolicLink(view.resolve(child.getFileName()), child);
                }
            }
        }
    }

    private void list() {
        List<String> paths = new ArrayList<>();
        session.list(Access.FILES, file -> paths.add(file.path()));
        assertThat(paths).contains("PG_VERSION");
    }

    private void read() {
        HeldBackup held = new HeldBackup(TestServer.SET, session.facts(), started.startLsn(), Access.FILES);
        ENGINE.reader(server.seenIn(view), held).close();
    }

    private void assertRefused(EngineFailure code, String named) {
        assertThatThrownBy(this::list)
                .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(named);
        assertThatThrownBy(this::read)
                .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(named);
    }
}
