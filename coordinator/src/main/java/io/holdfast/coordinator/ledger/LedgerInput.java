package io.holdfast.coordinator.ledger;

import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.job.BackupOptions;
import io.holdfast.protocol.job.JobRequest;
import org.jspecify.annotations.Nullable;

/** What the ledger is told. */
public sealed interface LedgerInput {
    /**
     * A valid request whose id is new.
     *
     * @param options a backup's options with the defaults filled in; null for the other kinds
     */
    record Requested(JobRequest request, @Nullable BackupOptions options) implements LedgerInput {}

    /** A report from a session, a worker or an agent; it may come twice, late, or out of order. */
    record Happened(JobEvent event) implements LedgerInput {}

    /** Time has passed: look at this job. */
    record Tick(JobId job) implements LedgerInput {}

    /** Time has passed: forget the job of this row of an ended job. */
    record Forget(RowKey ended) implements LedgerInput {}
}
