package io.holdfast.engine.postgresql;

import io.holdfast.engine.BackupSession;
import io.holdfast.engine.EngineFailure;
import io.holdfast.engine.StartedBackup;
import io.holdfast.engine.StoppedBackup;
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
import io.holdfast.protocol.session.ClosedFacts;
import io.holdfast.protocol.stripe.InlineFile;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A backup held open by one connection: temporary slot, pg_backup_start, pg_backup_stop. */
final class PostgresSession implements BackupSession {
    private static final int MOST_LABEL = 512;

    /** Ample for settings that somebody edits, or an ALTER SYSTEM, while a backup runs. */
    private static final ByteCount GROWTH = ByteCount.of(64 * 1024);

    private final ServerConnection connection;
    private final SetId set;
    private final ServerFacts facts;
    private final Duration patience;

    /** Set by {@link #start}. */
    private Lsn startLsn = new Lsn(0);

    /** {@code checkpoint} is how long the server may take to begin the backup. */
    PostgresSession(ServerConnection connection, SetId set, ServerFacts facts, Duration checkpoint) {
        this.connection = connection;
        this.set = set;
        this.facts = facts;
        this.patience = checkpoint;
    }

    @Override
    public ServerFacts facts() {
        return facts;
    }

    @Override
    public StartedBackup start(String label, Checkpoint checkpoint) {
        reserveLog();
        String cleaned = label.replaceAll("\\p{Cntrl}", " ");
        StartedBackup started = connection.slow(
                patience,
                "SELECT pg_backup_start(?, ?)::text, clock_timestamp()",
                row -> new StartedBackup(
                        Lsn.parse(row.getString(1)),
                        row.getObject(2, OffsetDateTime.class).toInstant()),
                cleaned.substring(0, Math.min(cleaned.length(), MOST_LABEL)),
                checkpoint == Checkpoint.FAST);
        startLsn = started.startLsn();
        return started;
    }

    private void reserveLog() {
        try {
            connection.one(
                    "SELECT slot_name::text FROM pg_create_physical_replication_slot(?, true, true)",
                    row -> row.getString(1),
                    HeldServer.slotName(set));
        } catch (Failure e) {
            if (e.code() != EngineFailure.BACKUP_REFUSED) {
                throw e;
            }
            throw new Transient(
                    EngineFailure.SLOT_UNAVAILABLE,
                    "No slot can be reserved for set " + set + ": " + e.what(),
                    EngineFailure.SLOT_UNAVAILABLE.remedy() + " If the slot exists, another session holds this set.",
                    e);
        }
    }

    @Override
    public void list(Access access, Consumer<ListedFile> sink) {
        switch (access) {
            case SQL -> new SqlListing(connection).list(sink);
            case FILES -> {
                DataDirectory directory = DataDirectory.of(connection.instance());
                directory.check(connection, facts);
                new FilesListing(directory.root(), facts).list(sink);
            }
        }
    }

    @Override
    public ByteCount growth(ListedFile file) {
        return RelationPath.of(file.path()).isPresent() ? ByteCount.ZERO : GROWTH;
    }

    @Override
    public ListedFile controlFile() {
        return connection.one(
                "SELECT extract(epoch FROM modification)::bigint FROM pg_stat_file(?, false)",
                row -> new ListedFile(
                        ControlFile.PATH, FileKind.FILE, ControlFile.BYTES, Instant.ofEpochSecond(row.getLong(1))),
                ControlFile.PATH);
    }

    @Override
    public List<Tablespace> tablespaces() {
        return connection.all("""
                SELECT oid::bigint, pg_tablespace_location(oid) FROM pg_tablespace
                WHERE pg_tablespace_location(oid) LIKE '/%' ORDER BY oid
                """, row -> new Tablespace(row.getLong(1), row.getString(2)));
    }

    @Override
    public StoppedBackup stop() {
        StoppedText stopped = connection.one(
                "SELECT lsn::text, labelfile, spcmapfile, clock_timestamp()"
                        + " FROM pg_backup_stop(wait_for_archive => false)",
                row -> new StoppedText(
                        Lsn.parse(row.getString(1)),
                        row.getString(2),
                        row.getString(3),
                        row.getObject(4, OffsetDateTime.class).toInstant()));
        LogFiles log = new LogFiles(connection, facts);
        log.awaitComplete(stopped.lsn());
        List<InlineFile> inline = new ArrayList<>();
        inline.add(new InlineFile("backup_label", stopped.label()));
        if (!stopped.tablespaceMap().isBlank()) {
            inline.add(new InlineFile(TablespaceMap.NAME, stopped.tablespaceMap()));
        }
        return new StoppedBackup(
                new ClosedFacts(stopped.lsn(), stopped.time(), log.range(startLsn, stopped.lsn())),
                inline,
                log.list(startLsn, stopped.lsn()));
    }

    private record StoppedText(Lsn lsn, String label, String tablespaceMap, Instant time) {}

    @Override
    public void releaseLog() {
        connection.each("SELECT pg_drop_replication_slot(?)", row -> {}, HeldServer.slotName(set));
    }

    @Override
    public void ping() {
        try {
            connection.ping();
        } catch (Failure e) {
            throw new Transient(EngineFailure.CONNECTION_LOST, e.what(), e);
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
