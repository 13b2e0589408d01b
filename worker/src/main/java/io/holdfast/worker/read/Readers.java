package io.holdfast.worker.read;

import io.holdfast.engine.DatabaseEngine;
import io.holdfast.engine.ExtentReader;
import io.holdfast.engine.HeldBackup;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.protocol.id.JobId;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The connection of one slot: kept from stripe to stripe of the same backup, for one thread at a time. */
public final class Readers implements AutoCloseable {
    private final DatabaseEngine engine;
    private @Nullable HeldBackup backup;
    private @Nullable ExtentReader reader;

    /** No connection yet. */
    public Readers(DatabaseEngine engine) {
        this.engine = engine;
    }

    /** A reader of the backup; one that was there already is checked by the caller like a new one. */
    public ExtentReader of(InstanceSettings instance, HeldBackup wanted) {
        ExtentReader open = reader;
        if (open != null && wanted.equals(backup)) {
            return open;
        }
        close();
        ExtentReader opened = engine.reader(instance, wanted);
        reader = opened;
        backup = wanted;
        return opened;
    }

    /** Closes the connection if the job it was for has ended. */
    public void closeIf(Predicate<JobId> ended) {
        HeldBackup of = backup;
        if (of != null && ended.test(of.set().job())) {
            close();
        }
    }

    /** Closes the connection: after a failure it is not to be used again. */
    @Override
    public void close() {
        ExtentReader open = reader;
        reader = null;
        backup = null;
        if (open != null) {
            open.close();
        }
    }
}
