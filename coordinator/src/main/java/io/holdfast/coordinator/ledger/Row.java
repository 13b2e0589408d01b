package io.holdfast.coordinator.ledger;

import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.Progress;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.BackupOptions;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.manifest.IndexPart;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.session.ClosedFacts;
import io.holdfast.protocol.session.OpenedFacts;
import io.holdfast.protocol.session.RewrapCounts;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.protocol.stripe.StripeOrder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger remembers, each under a {@link RowKey} of its own: what grows with a backup is never one value, so that a
 * backup of any size needs the same memory.
 */
public sealed interface Row
        permits Row.Job,
                Row.Facts,
                Row.Stripe,
                Row.Order,
                Row.Flight,
                Row.Part,
                Row.Instance,
                Row.Pointer,
                Row.Campaign,
                Tally {
    /**
     * A job: who asked for what, and where it stands.
     *
     * @param options a backup's options with the defaults filled in; null for the other kinds
     * @param suite what its set is sealed with; null until it is known
     * @param place its place in its instance's order
     * @param since when it came into its state
     * @param notBefore when a new attempt may start
     * @param failure why it failed, or why the attempt before this one did
     */
    record Job(
            JobRequest request,
            @Nullable BackupOptions options,
            Attempt attempt,
            JobState state,
            @Nullable SetId set,
            @Nullable Suite suite,
            long place,
            Instant submitted,
            Instant since,
            @Nullable Instant notBefore,
            @Nullable FailureReport failure,
            @Nullable String note)
            implements Row {
        /** The same job in another state. */
        Job in(JobState next, Instant now) {
            return new Job(request, options, attempt, next, set, suite, place, submitted, now, null, failure, note);
        }

        /** The same job, tried again from {@code start} on. */
        Job again(FailureReport why, Instant now, Instant start) {
            Attempt next = attempt.next();
            SetId made = request instanceof JobRequest.Backup ? SetId.of(request.id(), next) : null;
            return new Job(
                    request,
                    options,
                    next,
                    JobState.ACCEPTED,
                    made,
                    made == null ? null : suite,
                    place,
                    submitted,
                    now,
                    start,
                    why,
                    note);
        }

        /** The same job, about this set, which is sealed with {@code with}. */
        Job about(SetId other, Suite with) {
            return new Job(
                    request, options, attempt, state, other, with, place, submitted, since, notBefore, failure, note);
        }

        /** The same job with the reason of its failure. */
        Job because(@Nullable FailureReport why) {
            return new Job(request, options, attempt, state, set, suite, place, submitted, since, notBefore, why, note);
        }

        /** The same job with a line for the screen. */
        Job noting(@Nullable String line) {
            return new Job(
                    request, options, attempt, state, set, suite, place, submitted, since, notBefore, failure, line);
        }

        /** What speaks against its suite; null where nothing does. */
        @Nullable
        String warning() {
            return suite == null ? null : suite.warning().orElse(null);
        }

        /** Its id. */
        JobId id() {
            return request.id();
        }
    }

    /**
     * What the session that holds a backup said about it.
     *
     * @param holder the member whose session it is
     */
    record Facts(
            OpenedFacts opened, MemberId holder, @Nullable ClosedFacts closed) implements Row {}

    /** One stripe of one attempt; its order is a row of its own, which goes when it is done. */
    record Stripe(Stage stage, int tries, @Nullable StreamRef stream) implements Row {}

    /** How far a stripe is. */
    enum Stage {
        /** Known, not issued. */
        PLANNED,
        /** In the topic of stripes. */
        ISSUED,
        /** Sealed, or verified. */
        DONE
    }

    /** A stripe's order, kept until the stripe is done. */
    record Order(StripeOrder order) implements Row {}

    /**
     * An issued stripe without a result.
     *
     * @param heard when a worker last said that it works on it
     * @param again when it is issued anew after a failure
     */
    record Flight(
            Instant issued,
            @Nullable Instant heard,
            @Nullable Instant again) implements Row {}

    /** A sealed part of the stripe index. */
    record Part(IndexPart part) implements Row {}

    /**
     * An instance.
     *
     * @param nextPlace the place of its next job
     * @param backup the backup that has its turn
     */
    record Instance(long nextPlace, @Nullable JobId backup) implements Row {}

    /**
     * How far a change of encryptors is over an instance's sets, in the order of their ids.
     *
     * @param part the number of the order that is under way
     * @param after the last set that was dealt with; null before the first
     * @param left how many sets follow, or {@link Tally#UNKNOWN}
     * @param first why the first set that failed did
     * @param failures how often the order under way failed as a whole
     * @param due when the next order is given; null while one is under way
     */
    record Campaign(
            int part,
            @Nullable SetId after,
            RewrapCounts counts,
            long left,
            @Nullable FailureReport first,
            int failures,
            Instant issued,
            @Nullable Instant due)
            implements Row {
        /** The campaign that begins. */
        static Campaign begin(Instant now) {
            return new Campaign(0, null, RewrapCounts.NONE, Tally.UNKNOWN, null, 0, now, null);
        }

        /** After what {@code done} tells of the order under way; the next one is due at {@code next}. */
        Campaign after(Happening.SetsRewrapped done, Instant next) {
            return new Campaign(
                    part + 1,
                    done.last() == null ? after : done.last(),
                    counts.plus(done.counts()),
                    done.left(),
                    first == null ? done.failure() : first,
                    0,
                    issued,
                    next);
        }

        /** The order under way failed as a whole, and is given again at {@code next}. */
        Campaign failedOnce(Instant next) {
            return new Campaign(part, after, counts, left, first, failures + 1, issued, next);
        }

        /** The order is given. */
        Campaign ordered(Instant now) {
            return new Campaign(part, after, counts, left, first, failures, now, null);
        }

        /** For the screen: sets instead of stripes. */
        Progress progress() {
            return new Progress(
                    counts.all(), counts.all() + Math.max(0, left), ByteCount.ZERO, ByteCount.ZERO, ByteCount.ZERO);
        }
    }

    /** A job that points from another row: waiting, to be looked at, or ended. */
    record Pointer(JobId job) implements Row {}
}
