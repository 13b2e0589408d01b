package io.holdfast.protocol.manifest;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.BackupOptions;
import io.holdfast.protocol.plan.ServerFacts;
import io.holdfast.protocol.plan.Tablespace;
import io.holdfast.protocol.quantity.Lsn;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What makes a set whole: immutable, signed, under 100 KB whatever the size of the database.
 *
 * @param engine the kind of database system, {@code postgresql}
 * @param sequence number of this set for its instance, from 1
 * @param previousDigest SHA-256 of the instance's body before this one; null for the first
 * @param topics how safe the topics were that the set went through; null in sets of before this was noted
 * @param dekCommitment commitment of the data key; null for suite none
 * @param index the parts of the stripe index
 */
public record ManifestBody(
        int v,
        FleetId fleet,
        InstanceName instance,
        SetId set,
        String kind,
        String engine,
        ServerFacts server,
        Lsn startLsn,
        Lsn stopLsn,
        Instant startTime,
        Instant stopTime,
        WalRange wal,
        List<Tablespace> tablespaces,
        BackupOptions options,
        SetTotals totals,
        @Nullable Bytes dekCommitment,
        List<IndexPart> index,
        long sequence,
        @Nullable Bytes previousDigest,
        @Nullable TopicCopies topics) {
    /** What the set's data key is bound to. */
    public SetContext context() {
        return new SetContext(fleet, instance, set);
    }

    /** Whether pages with a wrong checksum are in the set. */
    public boolean tainted() {
        return totals.badPageCount() > 0;
    }
}
