package io.holdfast.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.engine.BackupSession;
import io.holdfast.engine.ExtentReader;
import io.holdfast.engine.HeldBackup;
import io.holdfast.engine.ReadReport;
import io.holdfast.engine.StartedBackup;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.Checkpoint;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.plan.FileKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class WriteLoadTest {
    /** Longer with -Dholdfast.load.seconds. */
    private static final int SECONDS = Integer.getInteger("holdfast.load.seconds", 6);

    private final PostgresEngine engine = new PostgresEngine();
    private final AtomicBoolean enough = new AtomicBoolean();

    /** R2: pages that are written while they are read are no damage; an hour with -Dholdfast.load.seconds=3600. */
    @Test
    void faultR2WriteLoadGivesNoFalseAlarm() throws Exception {
        // So few buffers that pages are written all the time.
        try (TestServer server = TestServer.start(
                18, options -> options.withSetting("shared_buffers", "1MB").withSetting("bgwriter_delay", "10ms"))) {
            server.fill(30_000);
            List<Thread> load = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int seed = i;
                load.add(Thread.ofPlatform().start(() -> write(server.postgres(), seed)));
            }
            long checked = 0;
            long end = System.nanoTime() + SECONDS * 1_000_000_000L;
            try (BackupSession session = engine.open(server.settings(Access.SQL), TestServer.SET)) {
                StartedBackup started = session.start("load", Checkpoint.FAST);
                while (System.nanoTime() < end) {
                    for (Access access : Access.values()) {
                        HeldBackup held = new HeldBackup(TestServer.SET, session.facts(), started.startLsn(), access);
                        ReadReport report = readAll(session, server, held);
                        assertThat(report.badPages()).isEmpty();
                        checked += report.pagesChecked();
                    }
                }
            } finally {
                enough.set(true);
                for (Thread thread : load) {
                    thread.join();
                }
            }
            System.out.println("pages checked under write load: " + checked);
            assertThat(checked).isGreaterThan(10_000);
        }
    }

    private ReadReport readAll(BackupSession session, TestServer server, HeldBackup held) {
        List<Extent> extents = new ArrayList<>();
        session.list(held.access(), file -> {
            if (file.kind() == FileKind.FILE) {
                extents.add(new Extent(file.path(), 0, file.size()));
            }
        });
        try (ExtentReader reader = engine.reader(server.settings(held.access()), held)) {
            ReadReport report = reader.read(extents, new Dropping());
            reader.check();
            return report;
        }
    }

    private void write(PrivatePostgres postgres, int seed) {
        try (Connection connection = postgres.connection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET synchronous_commit = off");
            statement.execute("SELECT setseed(0." + (seed + 1) + ")");
            for (int i = 0; !enough.get(); i++) {
                statement.execute("UPDATE item SET name = name || '.' WHERE id BETWEEN (random() * 29000)::int AND"
                        + " (random() * 29000)::int + 20 AND id % 97 = " + i % 97 + " AND id % 3 = " + seed);
                if (i % 50 == 49) {
                    statement.execute("CREATE TABLE t" + seed + " AS SELECT * FROM item WHERE id < 2000");
                    statement.execute("DROP TABLE t" + seed);
                }
                if (i % 200 == 199) {
                    statement.execute("VACUUM item");
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
