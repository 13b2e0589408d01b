package io.holdfast.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdfast.engine.BackupSession;
import io.holdfast.engine.EngineFailure;
import io.holdfast.engine.ExtentReader;
import io.holdfast.engine.HeldBackup;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.engine.StartedBackup;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.Checkpoint;
import io.holdfast.protocol.plan.Extent;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that falls silent without a word, as behind a firewall that forgot the connection. */
@Timeout(120)
class SilentServerTest {
    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final List<Extent> EXTENTS = List.of(new Extent("PG_VERSION", 0, 3));

    /** Its session may outlive its connection: the server is in a checkpoint, and does not look. */
    private static final SetId OTHER = SetId.parse("01JDXZ00000000000000000000-2");

    private static TestServer server;
    private final PostgresEngine engine = new PostgresEngine(new WaitLimits(LIMIT, LIMIT, LIMIT));
    private Relay relay;

    @BeforeAll
    static void start() {
        server = TestServer.start(18);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() {
        relay = new Relay(server.postgres().port());
    }

    @AfterEach
    void close() throws IOException {
        relay.close();
    }

    private InstanceSettings throughTheRelay() {
        InstanceSettings direct = server.settings(Access.SQL);
        return new InstanceSettings(
                direct.name(),
                direct.host(),
                relay.port(),
                direct.database(),
                direct.user(),
                direct.password(),
                direct.encryption(),
                direct.access(),
                direct.dataDirectory());
    }

    private static void lostWithinTheLimit(Runnable work) {
        long from = System.nanoTime();
        Transient lost = catchThrowableOfType(Transient.class, work::run);
        assertThat(lost).isNotNull();
        assertThat(lost.code()).isEqualTo(EngineFailure.CONNECTION_LOST);
        assertThat(Duration.ofNanos(System.nanoTime() - from)).isBetween(LIMIT.minusMillis(100), LIMIT.plusSeconds(30));
    }

    @Test
    void aReaderReportsThatTheConnectionIsLost() {
        try (BackupSession session = engine.open(server.settings(Access.SQL), TestServer.SET)) {
            StartedBackup started = session.start("silent", Checkpoint.FAST);
            HeldBackup held = new HeldBackup(TestServer.SET, session.facts(), started.startLsn(), Access.SQL);
            try (ExtentReader reader = engine.reader(throughTheRelay(), held)) {
                reader.read(EXTENTS, new Collected());
                relay.swallow();
                lostWithinTheLimit(() -> reader.read(EXTENTS, new Collected()));
            }
        }
    }

    @Test
    void aSessionReportsItInEveryStatement() {
        try (BackupSession session = engine.open(throughTheRelay(), TestServer.SET)) {
            relay.swallow();
            lostWithinTheLimit(session::tablespaces);
        }
    }

    @Test
    void theBeginningOfABackupIsWaitedForWithItsOwnLimit() throws InterruptedException {
        Duration longer = LIMIT.multipliedBy(2);
        PostgresEngine patient = new PostgresEngine(new WaitLimits(LIMIT, LIMIT, longer));
        server.postgres().execute("CREATE TABLE dirty AS SELECT i FROM generate_series(1, 20000) i");
        try (BackupSession session = patient.open(throughTheRelay(), OTHER)) {
            Thread silence = Thread.ofVirtual().start(() -> {
                while ("f"
                        .equals(server.postgres()
                                .ask("SELECT count(*) > 0 FROM pg_stat_activity WHERE state = 'active'"
                                        + " AND query LIKE 'SELECT pg_backup_start%'"))) {
                    Thread.onSpinWait();
                }
                relay.swallow();
            });
            long from = System.nanoTime();
            Transient lost = catchThrowableOfType(Transient.class, () -> session.start("silent", Checkpoint.SPREAD));
            silence.join();
            assertThat(lost.code()).isEqualTo(EngineFailure.CONNECTION_LOST);
            assertThat(Duration.ofNanos(System.nanoTime() - from)).isGreaterThan(longer.minusMillis(100));
        }
    }
}
