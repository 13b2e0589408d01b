package io.holdfast.coordinator.ledger;

import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.restore.RestoreOrder;
import io.holdfast.protocol.session.SessionOrder;
import io.holdfast.protocol.stripe.StripeOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What goes to and fro: events on their way to the ledger, statuses on their way to everybody. */
final class SimulatedPost {
    private final SimulatedTime time;
    private final Consumer<LedgerInput> ledger;
    private final Function<RowKey, @Nullable Row> committed;
    private final Map<JobId, JobStatus> shown = new HashMap<>();

    SimulatedPost(SimulatedTime time, Consumer<LedgerInput> ledger, Function<RowKey, @Nullable Row> committed) {
        this.time = time;
        this.ledger = ledger;
        this.committed = committed;
    }

    void arrive(JobEvent event) {
        ledger.accept(new LedgerInput.Happened(event));
    }

    void tell(SessionOrder order, MemberId member, Happening what) {
        tell(order.job(), order.instance(), order.attempt(), member, what);
    }

    void tell(StripeOrder order, MemberId member, Happening what) {
        tell(order.job(), order.instance(), order.attempt(), member, what);
    }

    void tell(RestoreOrder order, MemberId member, Happening what) {
        tell(order.job(), order.instance(), order.attempt(), member, what);
    }

    /** An event on its way: perhaps lost, perhaps late, perhaps twice. */
    private void tell(JobId job, InstanceName instance, Attempt attempt, MemberId member, Happening what) {
        JobEvent event = JobEvent.of(job, instance, attempt, member, time.now(), what);
        int copies = time.worse() ? 0 : time.bad() ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            time.later(time.bad() ? time.random.nextInt(20_000) : time.random.nextInt(300), () -> arrive(event));
        }
    }

    FailureReport failure() {
        boolean passing = time.random.nextInt(8) != 0;
        return Samples.failure(passing ? "transient" : time.random.nextBoolean() ? "corrupt" : "denied");
    }

    void show(JobStatus status) {
        time.later(time.random.nextInt(500), () -> shown.merge(status.id(), status, SimulatedPost::newer));
    }

    private static JobStatus newer(JobStatus one, JobStatus other) {
        int attempts = one.attempt().compareTo(other.attempt());
        int forward = attempts != 0 ? attempts : one.state().compareTo(other.state());
        return forward > 0 ? one : other;
    }

    /** Whether a job, as far as its status is heard of, needs nothing of this attempt any more that comes before {@code state}. */
    boolean past(JobId job, Attempt attempt, JobState state) {
        JobStatus status = shown.get(job);
        return status != null
                && (status.state().terminal()
                        || status.attempt().compareTo(attempt) > 0
                        || (status.attempt().equals(attempt) && status.state().compareTo(state) >= 0));
    }

    void taken(SessionOrder order) {
        Row.Job job = job(order.job(), order.attempt());
        if (job.attempt().equals(order.attempt())) {
            switch (order) {
                case SessionOrder.SealIndex index -> demand(job.state().compareTo(JobState.INDEXING) >= 0, order);
                case SessionOrder.Publish publish -> demand(job.state().compareTo(JobState.PUBLISHING) >= 0, order);
                case SessionOrder.EndKeys end -> demand(job.state().terminal(), order);
                case SessionOrder.OpenBackup open -> demand(job.state() != JobState.ACCEPTED, order);
                case SessionOrder.RewrapSets rewrap -> demand(job.state() != JobState.ACCEPTED, order);
                case SessionOrder.PlanVerify plan -> demand(job.state() != JobState.ACCEPTED, order);
            }
        }
    }

    void taken(StripeOrder order) {
        Row.Job job = job(order.job(), order.attempt());
        if (job.attempt().equals(order.attempt()) && !job.state().terminal()) {
            demand(
                    committed.apply(RowKey.stripe(job, order.stripe())) instanceof Row.Stripe stripe
                            && stripe.stage() != Row.Stage.PLANNED,
                    order);
        }
    }

    void taken(RestoreOrder order) {
        job(order.job(), order.attempt());
    }

    private Row.Job job(JobId id, Attempt attempt) {
        if (committed.apply(RowKey.job(id)) instanceof Row.Job job
                && job.attempt().compareTo(attempt) >= 0) {
            return job;
        }
        throw new AssertionError(
                "an order of attempt " + attempt + " of job " + id + " is taken before it was committed");
    }

    private static void demand(boolean holds, Object order) {
        if (!holds) {
            throw new AssertionError("an order is taken before the step that it stems from: " + order);
        }
    }
}
