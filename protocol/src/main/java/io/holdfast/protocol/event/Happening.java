package io.holdfast.protocol.event;

import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.manifest.IndexPart;
import io.holdfast.protocol.plan.Phase;
import io.holdfast.protocol.plan.PlanTotals;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.restore.RestoreResult;
import io.holdfast.protocol.session.ClosedFacts;
import io.holdfast.protocol.session.OpenedFacts;
import io.holdfast.protocol.session.RewrapCounts;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.protocol.stripe.StripeCounts;
import io.holdfast.protocol.stripe.StripeOrder;
import org.jspecify.annotations.Nullable;

/** What can happen to a job. {@link OfLedger} are the ledger's own words; all others are reports to the ledger. */
public sealed interface Happening {
    /** Said by the ledger; never read back by it. */
    sealed interface OfLedger extends Happening {}

    /** The request is valid and written down. {@code warning} is what speaks against its suite; null where nothing does. */
    record Accepted(JobRequest request, @Nullable String warning) implements OfLedger {}

    /** The request will not be carried out. The job's record is untouched if there is one of the same id. */
    record Rejected(FailureReport failure) implements OfLedger {}

    /** The same request came again; nothing is done twice. */
    record Repeated() implements OfLedger {}

    /** The job moved to another state, perhaps in a new attempt. */
    record Moved(JobState state, @Nullable FailureReport failure) implements OfLedger {}

    /** A session opened the backup and holds it. */
    record Opened(OpenedFacts facts) implements Happening {}

    /** A stripe was planned by a session. The ledger keeps the order and issues it in its turn. */
    record StripePlanned(StripeOrder order) implements Happening {}

    /** A phase is planned to its end: its stripes are {@code totals.stripes()} in number. */
    record Planned(Phase phase, PlanTotals totals) implements Happening {}

    /** The backup is stopped on the server; the stripes of the log follow. */
    record Closed(ClosedFacts facts) implements Happening {}

    /** A session failed: it could not be opened, was lost, or could not be closed. */
    record SessionFailed(FailureReport failure) implements Happening {}

    /** A worker goes on with a stripe: so many bytes of it are read. For showing; the ledger adds nothing up from it. */
    record StripeProgress(StripeNumber stripe, ByteCount bytesDone) implements Happening {}

    /** A stripe is sealed and lies in the repository. */
    record StripeSealed(StripeNumber stripe, StreamRef stream, StripeCounts counts) implements Happening {}

    /** A stripe's streams were checked and are whole. */
    record StripeVerified(StripeNumber stripe, StripeCounts counts) implements Happening {}

    /** A stripe could not be done. */
    record StripeFailed(StripeNumber stripe, FailureReport failure) implements Happening {}

    /** A part of the stripe index lies in the repository. */
    record IndexSealed(IndexPart part) implements Happening {}

    /** The manifest is in the repository and the catalog, and was read back. */
    record Published(SetId set) implements Happening {}

    /** Publishing failed after it was ordered; it is tried again, never rolled back. */
    record PublishFailed(FailureReport failure) implements Happening {}

    /**
     * Some of an instance's sets have other encryptors now.
     *
     * @param part the order's number within the job
     * @param last the last of these sets; null where there were none
     * @param left how many sets follow
     * @param failure why the first of those that failed did; null where none failed
     */
    record SetsRewrapped(
            int part,
            RewrapCounts counts,
            @Nullable SetId last,
            long left,
            @Nullable FailureReport failure) implements Happening {}

    /** An agent goes on with a restore. */
    record RestoreProgress(String step, Progress progress) implements Happening {}

    /** A restore is done. */
    record Restored(RestoreResult result) implements Happening {}

    /** A restore failed or was refused. */
    record RestoreFailed(FailureReport failure) implements Happening {}
}
