package io.holdfast.engine.postgresql;

import io.holdfast.engine.BackupSession;
import io.holdfast.engine.DatabaseEngine;
import io.holdfast.engine.ExtentReader;
import io.holdfast.engine.HeldBackup;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.protocol.id.SetId;

/** PostgreSQL 15 to 18, over JDBC and, where it is seen, the data directory. */
public final class PostgresEngine implements DatabaseEngine {
    private final WaitLimits limits;

    /** With the limits that suit every server. */
    public PostgresEngine() {
        this(WaitLimits.STANDARD);
    }

    PostgresEngine(WaitLimits limits) {
        this.limits = limits;
    }

    @Override
    public BackupSession open(InstanceSettings instance, SetId set) {
        ServerConnection connection =
                ServerConnection.open(instance, HeldServer.applicationName(set), limits.statement());
        try {
            return new PostgresSession(connection, set, Preflight.run(connection), limits.checkpoint());
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** A session's slot is a temporary one: it goes with the connection that holds the backup. */
    @Override
    public boolean isHeld(InstanceSettings instance, SetId set) {
        try (ServerConnection connection =
                ServerConnection.open(instance, HeldServer.applicationName(set) + " watch", limits.reading())) {
            return !connection
                    .all(
                            "SELECT 1 FROM pg_replication_slots WHERE slot_name = ?",
                            row -> row.getInt(1),
                            HeldServer.slotName(set))
                    .isEmpty();
        }
    }

    @Override
    public ExtentReader reader(InstanceSettings instance, HeldBackup backup) {
        ServerConnection connection =
                ServerConnection.open(instance, HeldServer.applicationName(backup.set()) + " reader", limits.reading());
        try {
            HeldServer server = new HeldServer(connection, backup);
            ExtentReader reader = new ControlCheckingReader(
                    switch (backup.access()) {
                        case SQL -> new SqlExtentReader(server);
                        case FILES -> new FilesExtentReader(server, DataDirectory.of(instance));
                    });
            reader.check();
            return backup.server().pageChecksums() ? new PageCheckingReader(reader, server) : reader;
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
    }
}
