package io.holdfast.coordinator.hold;

import io.holdfast.coordinator.ledger.Samples;
import io.holdfast.engine.BackupSession;
import io.holdfast.engine.DatabaseEngine;
import io.holdfast.engine.EngineFailure;
import io.holdfast.engine.ExtentReader;
import io.holdfast.engine.HeldBackup;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.engine.StartedBackup;
import io.holdfast.engine.StoppedBackup;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.Checkpoint;
import io.holdfast.protocol.plan.FileKind;
import io.holdfast.protocol.plan.ListedFile;
import io.holdfast.protocol.plan.ServerFacts;
import io.holdfast.protocol.plan.Tablespace;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.quantity.Lsn;
import io.holdfast.protocol.stripe.InlineFile;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A database of some files that says what was done to it. */
public final class FakeEngine implements DatabaseEngine {
    public final List<String> calls = new CopyOnWriteArrayList<>();
    public final AtomicInteger open = new AtomicInteger();
    public volatile boolean cut;
    public volatile boolean holdsLog;
    /** Whether another process holds the backup. */
    public volatile boolean elsewhere;

    public volatile boolean unreachable;
    /** How long the start of a backup takes. */
    public volatile Duration slowness = Duration.ZERO;

    public volatile @Nullable Failure refusal;
    public volatile int files = 5;
    public volatile long fileSize = 1 << 20;
    private final AtomicLong position = new AtomicLong(100);

    @Override
    public BackupSession open(InstanceSettings instance, SetId set) {
        if (refusal != null) {
            throw refusal;
        }
        calls.add("open " + set);
        open.incrementAndGet();
        return new Session();
    }

    @Override
    public boolean isHeld(InstanceSettings instance, SetId set) {
        if (unreachable) {
            throw new Transient(EngineFailure.CONNECTION_LOST, "nobody is there");
        }
        return elsewhere;
    }

    @Override
    public ExtentReader reader(InstanceSettings instance, HeldBackup backup) {
        throw new UnsupportedOperationException("a coordinator reads nothing");
    }

    private static void rest(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ListedFile file(String path, long size) {
        return new ListedFile(path, FileKind.FILE, size, Samples.START);
    }

    private final class Session implements BackupSession {
        private boolean closed;

        @Override
        public ServerFacts facts() {
            return Samples.SERVER;
        }

        @Override
        public StartedBackup start(String label, Checkpoint checkpoint) {
            calls.add("start");
            rest(slowness);
            return new StartedBackup(new Lsn(position.incrementAndGet()), Samples.START);
        }

        @Override
        public void list(Access access, Consumer<ListedFile> sink) {
            sink.accept(new ListedFile("base", FileKind.DIRECTORY, 0, Samples.START));
            for (int i = 0; i < files; i++) {
                sink.accept(file("base/" + i, fileSize));
            }
        }

        @Override
        public ByteCount growth(ListedFile file) {
            return file.path().equals("base/0") ? ByteCount.of(7) : ByteCount.ZERO;
        }

        @Override
        public ListedFile controlFile() {
            return file("global/pg_control", 8192);
        }

        @Override
        public List<Tablespace> tablespaces() {
            return List.of();
        }

        @Override
        public StoppedBackup stop() {
            calls.add("stop");
            return new StoppedBackup(
                    Samples.closed(),
                    List.of(new InlineFile("backup_label", "START WAL LOCATION: 0/28\n")),
                    List.of(file("pg_wal/" + Samples.closed().wal().firstSegment(), 16 << 20)));
        }

        @Override
        public void releaseLog() {
            calls.add("release");
            if (holdsLog) {
                throw new Denied(EngineFailure.ROLE_LACKS_PRIVILEGE, "the slot is not this role's to drop");
            }
        }

        @Override
        public void ping() {
            calls.add("ping");
            if (cut) {
                throw new Transient(EngineFailure.CONNECTION_LOST, "the connection to the server is gone");
            }
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                calls.add("close");
                open.decrementAndGet();
            }
        }
    }
}
