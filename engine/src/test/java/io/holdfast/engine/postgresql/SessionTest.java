package io.holdfast.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdfast.engine.BackupSession;
import io.holdfast.engine.EngineFailure;
import io.holdfast.engine.ExtentReader;
import io.holdfast.engine.HeldBackup;
import io.holdfast.engine.StartedBackup;
import io.holdfast.engine.StoppedBackup;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.Checkpoint;
import io.holdfast.protocol.manifest.WalRange;
import io.holdfast.protocol.plan.ListedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionTest {
    /** For the tests that leave it as they found it. */
    private static TestServer shared;

    private final PostgresEngine engine = new PostgresEngine();

    @BeforeAll
    static void start() {
        shared = TestServer.start(18);
    }

    @AfterAll
    static void stop() {
        shared.close();
    }

    @AfterEach
    void nobodyHoldsASlot() {
        shared.postgres().execute("ALTER ROLE holdfast RESET ALL");
        await().until(() -> "0".equals(shared.postgres().ask("SELECT count(*) FROM pg_replication_slots")));
    }

    private BackupSession openShared() {
        return engine.open(shared.settings(Access.SQL), TestServer.SET);
    }

    /** R3: nothing waits for a segment that an idle server never fills. */
    @ParameterizedTest
    @ValueSource(ints = {17, 18})
    void faultR3ABackupOfAnIdleServerEndsInSecondsAlthoughTheRoleMayNotSwitchTheLog(int major) {
        try (TestServer server = TestServer.start(major)) {
            server.postgres().execute("CHECKPOINT");
            for (int round = 0; round < 3; round++) {
                long begin = System.nanoTime();
                try (BackupSession session = engine.open(server.settings(Access.SQL), TestServer.SET)) {
                    StartedBackup started = session.start("idle", Checkpoint.FAST);
                    StoppedBackup stopped = session.stop();
                    assertThat(stopped.facts().stopLsn()).isGreaterThan(started.startLsn());
                    assertThat(stopped.log())
                            .extracting(ListedFile::path)
                            .containsExactly("pg_wal/" + stopped.facts().wal().firstSegment());
                    assertThat(stopped.log().getFirst().size())
                            .isEqualTo(session.facts().walSegmentSize().number());
                    assertThat(stopped.inline()).hasSize(1);
                    assertThat(stopped.inline().getFirst().text())
                            .startsWith("START WAL LOCATION: " + started.startLsn())
                            .contains("LABEL: idle");
                    session.releaseLog();
                }
                assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
            }
        }
    }

    @Test
    void theLogIsKeptUntilItIsReleasedHoweverMuchIsWritten() throws IOException {
        try (TestServer server = TestServer.start(
                18,
                options -> options.withInitdbArgument("--wal-segsize=1")
                        .withSetting("max_wal_size", "2MB")
                        .withSetting("min_wal_size", "2MB"))) {
            PrivatePostgres postgres = server.postgres();
            try (BackupSession session = engine.open(server.settings(Access.SQL), TestServer.SET)) {
                session.start("kept", Checkpoint.FAST);
                postgres.execute(
                        "CREATE TABLE much AS SELECT i, repeat(md5(i::text), 4) m FROM generate_series(1, 80000) i",
                        "CHECKPOINT",
                        "CHECKPOINT");
                StoppedBackup stopped = session.stop();
                postgres.execute("SELECT pg_switch_wal()", "CHECKPOINT", "CHECKPOINT");
                WalRange range = stopped.facts().wal();
                assertThat(stopped.log()).hasSizeGreaterThan(8);
                assertThat(stopped.log().getFirst().path()).endsWith(range.firstSegment());
                assertThat(stopped.log().getLast().path()).endsWith(range.lastSegment());
                for (ListedFile segment : stopped.log()) {
                    assertThat(postgres.data().resolve(segment.path())).exists();
                }
                session.releaseLog();
                postgres.execute("SELECT pg_switch_wal()", "CHECKPOINT", "CHECKPOINT");
                assertThat(postgres.data().resolve(stopped.log().getFirst().path()))
                        .doesNotExist();
            }
        }
    }

    @Test
    void aSegmentThatIsGoneIsNamed() throws IOException {
        try (TestServer server = TestServer.start(18);
                BackupSession session = engine.open(server.settings(Access.SQL), TestServer.SET)) {
            session.start("gone", Checkpoint.FAST);
            String first = String.valueOf(server.postgres().ask("SELECT pg_walfile_name(pg_current_wal_lsn())"));
            server.postgres().execute("SELECT pg_switch_wal()", "SELECT pg_switch_wal()", "CREATE TABLE t (i int)");
            Files.delete(server.postgres().data().resolve("pg_wal").resolve(first));
            assertThatThrownBy(session::stop)
                    .isInstanceOfSatisfying(
                            Failure.class, e -> assertThat(e.code()).isEqualTo(EngineFailure.WAL_MISSING))
                    .hasMessageContaining(first);
        }
    }

    @Test
    void oneSetIsHeldByOneSessionAndTwoSetsByTwo() {
        try (BackupSession first = openShared()) {
            first.start("first", Checkpoint.FAST);
            try (BackupSession again = openShared()) {
                assertCode(EngineFailure.SLOT_UNAVAILABLE, () -> again.start("again", Checkpoint.FAST));
            }
            SetId other = SetId.parse("01JDXZ00000000000000000000-2");
            try (BackupSession second = engine.open(shared.settings(Access.SQL), other)) {
                second.start("second", Checkpoint.FAST);
                second.stop();
                second.releaseLog();
            }
            first.ping();
            first.stop();
        }
    }

    /** J2: the server forgets a backup with its connection. */
    @Test
    void aSessionThatEndsLeavesNothingOnTheServer() {
        try (BackupSession session = openShared()) {
            session.start("given up", Checkpoint.FAST);
        }
        await().untilAsserted(() -> assertThat(shared.postgres().ask("SELECT count(*) FROM pg_replication_slots"))
                .isEqualTo("0"));
    }

    @Test
    void aKilledConnectionIsNoticedByThePing() {
        try (BackupSession session = openShared()) {
            session.start("killed", Checkpoint.FAST);
            session.ping();
            shared.postgres()
                    .execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                            + " WHERE application_name = 'holdfast " + TestServer.SET + "'");
            assertCode(EngineFailure.CONNECTION_LOST, session::ping);
            assertCode(EngineFailure.CONNECTION_LOST, session::stop);
        }
    }

    @Test
    void aRestartedServerIsAnotherServer() {
        try (TestServer server = TestServer.start(18)) {
            HeldBackup before;
            try (BackupSession session = engine.open(server.settings(Access.SQL), TestServer.SET)) {
                StartedBackup started = session.start("before", Checkpoint.FAST);
                before = new HeldBackup(TestServer.SET, session.facts(), started.startLsn(), Access.SQL);
                try (ExtentReader reader = engine.reader(server.settings(Access.SQL), before)) {
                    server.postgres().stop();
                    assertCode(EngineFailure.CONNECTION_LOST, reader::check);
                }
            }
            server.postgres().start();
            try (BackupSession session = engine.open(server.settings(Access.SQL), TestServer.SET)) {
                session.start("after", Checkpoint.FAST);
                assertCode(EngineFailure.SERVER_CHANGED, () -> engine.reader(server.settings(Access.SQL), before));
            }
        }
    }

    @Test
    void timeLimitsOfTheRoleDoNotEndASession() throws InterruptedException {
        shared.postgres()
                .execute(
                        "ALTER ROLE holdfast SET statement_timeout = '100ms'",
                        "ALTER ROLE holdfast SET idle_session_timeout = '1s'",
                        "ALTER ROLE holdfast SET transaction_timeout = '1s'",
                        "ALTER ROLE holdfast SET idle_in_transaction_session_timeout = '100ms'");
        try (BackupSession session = openShared()) {
            session.start("patient", Checkpoint.FAST);
            session.list(Access.SQL, SessionTest::slowly);
            Thread.sleep(1_100);
            session.stop();
        }
    }

    private static void slowly(ListedFile file) {
        if (file.path().equals("base")) {
            Pause.of(Duration.ofMillis(1_100));
        }
    }

    @Test
    void aServerInRecoveryIsRefused() throws IOException {
        try (TestServer server = TestServer.start(18)) {
            server.postgres().stop();
            Files.createFile(server.postgres().data().resolve("standby.signal"));
            server.postgres().user().own(server.postgres().data());
            server.postgres().start();
            assertCode(EngineFailure.SERVER_UNSUITABLE, () -> engine.open(server.settings(Access.SQL), TestServer.SET));
        }
    }

    @Test
    void aServerThatWritesTheLeastLogIsRefused() {
        try (TestServer server = TestServer.start(
                18, options -> options.withSetting("wal_level", "minimal").withSetting("max_wal_senders", "0"))) {
            assertThatThrownBy(() -> engine.open(server.settings(Access.SQL), TestServer.SET))
                    .isInstanceOfSatisfying(Failure.class, e -> {
                        assertThat(e.code()).isEqualTo(EngineFailure.SERVER_UNSUITABLE);
                        assertThat(e.hint()).contains("wal_level = replica");
                    });
        }
    }

    private static void assertCode(EngineFailure code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
