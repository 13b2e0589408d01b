package io.holdfast.engine.postgresql;

import io.holdfast.engine.EngineFailure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.manifest.WalRange;
import io.holdfast.protocol.plan.FileKind;
import io.holdfast.protocol.plan.ListedFile;
import io.holdfast.protocol.plan.ServerFacts;
import io.holdfast.protocol.quantity.Lsn;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The files in pg_wal that a set needs: their names, whether they are there, and whether the last one is complete. */
final class LogFiles {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final String FOLDER = "pg_wal/";

    private final ServerConnection connection;
    private final ServerFacts facts;

    LogFiles(ServerConnection connection, ServerFacts facts) {
        this.connection = connection;
        this.facts = facts;
    }

    /** The range of segments from the one that holds {@code start} to the one that holds the byte before {@code stop}. */
    WalRange range(Lsn start, Lsn stop) {
        return new WalRange(facts.timeline(), start, stop, name(first(start)), name(last(stop)));
    }

    /**
     * Waits until the segment that ends the backup is written to its end. The end of a backup itself switches to the next
     * segment, so that this is a matter of milliseconds, also on an idle server.
     */
    void awaitComplete(Lsn stop) {
        Lsn end = new Lsn((last(stop) + 1) * segmentBytes());
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            Lsn flushed = connection.one("SELECT pg_current_wal_flush_lsn()::text", row -> Lsn.parse(row.getString(1)));
            if (flushed.compareTo(end) >= 0) {
                return;
            }
            if (System.nanoTime() > deadline) {
                throw new Transient(
                        EngineFailure.WAL_LATE,
                        "The log segment " + name(last(stop)) + " of "
                                + connection.instance().shown() + " is not complete: written up to " + flushed
                                + ", not to " + end + ".");
            }
            Pause.of(PAUSE);
        }
    }

    /** The segments from start to stop, each proven to be there in full, and the history of the timeline. */
    List<ListedFile> list(Lsn start, Lsn stop) {
        List<ListedFile> files = new ArrayList<>();
        long last = last(stop);
        for (long segment = first(start); segment <= last; segment++) {
            files.add(segment(name(segment)));
        }
        if (facts.timeline().number() > 1) {
            String history = "%08X.history".formatted(facts.timeline().number());
            files.addAll(stat(history));
        }
        return files;
    }

    private ListedFile segment(String name) {
        List<ListedFile> found = stat(name);
        if (found.isEmpty() || found.getFirst().size() != segmentBytes()) {
            throw new Permanent(
                    EngineFailure.WAL_MISSING,
                    "The log segment " + name + " is not in pg_wal of "
                            + connection.instance().shown()
                            + (found.isEmpty()
                                    ? "."
                                    : " in full: it has " + found.getFirst().size() + " bytes."));
        }
        return found.getFirst();
    }

    private List<ListedFile> stat(String name) {
        return connection.all(
                """
                SELECT size, extract(epoch FROM modification)::bigint FROM pg_stat_file(?, true) WHERE size IS NOT NULL
                """,
                row -> new ListedFile(
                        FOLDER + name, FileKind.FILE, row.getLong(1), Instant.ofEpochSecond(row.getLong(2))),
                FOLDER + name);
    }

    private long first(Lsn start) {
        return Long.divideUnsigned(start.position(), segmentBytes());
    }

    private long last(Lsn stop) {
        return Long.divideUnsigned(stop.position() - 1, segmentBytes());
    }

    /** A segment's name: timeline, and its number split at 4 GiB (xlog_internal.h). */
    private String name(long segment) {
        long each = (1L << 32) / segmentBytes();
        return "%08X%08X%08X".formatted(facts.timeline().number(), segment / each, segment % each);
    }

    private long segmentBytes() {
        return facts.walSegmentSize().number();
    }
}
