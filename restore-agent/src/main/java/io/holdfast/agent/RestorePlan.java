package io.holdfast.agent;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.OnNotEmpty;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.manifest.WalRange;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.stripe.StreamRef;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a restore will do, before anything is touched.
 *
 * @param manifest the set's body, its signature verified
 * @param digest SHA-256 of the signed body; names the set in the journal
 * @param keys the set's wrapped data key, in the order in which they are tried; empty for suite none
 * @param directory the data directory to make, absolute and normal
 * @param tablespaces a place for each tablespace that lies outside the data directory
 * @param streams all streams of the set, in the order of their stripes
 * @param repository where they are read
 */
public record RestorePlan(
        ManifestBody manifest,
        Bytes digest,
        List<WrappedKey> keys,
        Path directory,
        List<TablespacePlace> tablespaces,
        List<StreamRef> streams,
        RepositoryName repository,
        OnNotEmpty onNotEmpty,
        AfterRestore after) {
    public RestorePlan {
        keys = List.copyOf(keys);
        tablespaces = List.copyOf(tablespaces);
        streams = List.copyOf(streams);
    }

    /** The bytes of the database that will be written. */
    public ByteCount dataBytes() {
        return ByteCount.of(streams.stream()
                .mapToLong(s -> s.receipt().dataBytes().number())
                .sum());
    }

    /** The bytes that will be fetched. */
    public ByteCount sealedBytes() {
        return ByteCount.of(streams.stream()
                .mapToLong(s -> s.receipt().sealedBytes().number())
                .sum());
    }

    /** The plan in words, one step a line, for a dry run. */
    public List<String> lines() {
        WalRange wal = manifest.wal();
        List<String> lines = new ArrayList<>();
        lines.add("restore set " + manifest.set() + " of instance " + manifest.instance() + ", made from "
                + manifest.startTime() + " to " + manifest.stopTime());
        lines.add("  " + manifest.engine() + " " + manifest.server().major() + ", system "
                + manifest.server().systemIdentifier() + ", timeline "
                + manifest.server().timeline() + ", suite "
                + manifest.options().suite().label());
        manifest.options().suite().warning().ifPresent(warning -> lines.add("  warning: " + warning));
        if (manifest.tainted()) {
            lines.add("  warning: " + manifest.totals().badPageCount()
                    + " pages had a wrong checksum when the set was made");
        }
        lines.add("fetch " + streams.size() + " streams, " + sealedBytes() + " sealed, from repository " + repository);
        lines.add("place " + manifest.totals().files() + " files, " + dataBytes() + ", in " + directory
                + (onNotEmpty == OnNotEmpty.REPLACE ? " (what lies there is removed)" : ""));
        for (TablespacePlace space : tablespaces) {
            lines.add("  tablespace " + space.source().oid() + " from "
                    + space.source().location() + " in " + space.place());
        }
        lines.add("recover from " + manifest.startLsn() + " to " + wal.stop() + " with the log " + wal.firstSegment()
                + " to " + wal.lastSegment() + ", onto a new timeline");
        lines.add(
                switch (after) {
                    case LEAVE -> "leave the instance stopped";
                    case START -> "start the instance and leave it running";
                    case PROVE -> "start the instance, prove it whole, and stop it";
                });
        return List.copyOf(lines);
    }
}
