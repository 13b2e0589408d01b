package io.holdfast.coordinator.ledger;

import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.job.VerifyDepth;
import io.holdfast.protocol.session.SessionOrder;
import java.time.Duration;
import java.util.List;

/** How attempts and jobs end. */
final class Ending {
    private static final List<String> SORTS = List.of("flight/", "order/", "stripe/", "part/");
    private static final int SWEEP = 500;

    private final LedgerRules rules;

    Ending(LedgerRules rules) {
        this.rules = rules;
    }

    void complete(Draft draft, Row.Job job) {
        end(draft, job.in(JobState.COMPLETE, draft.now).because(null));
    }

    void cancelled(Draft draft, Row.Job job) {
        if (job.request() instanceof JobRequest.Backup) {
            draft.remove(RowKey.waiting(job.request().instance(), job.place()));
        }
        end(draft, job.in(JobState.CANCELLED, draft.now));
    }

    void failed(Draft draft, Row.Job job, FailureReport why) {
        end(draft, job.in(JobState.FAILED, draft.now).because(why));
    }

    /** The attempt has failed: the job is tried again if that can help and attempts are left. */
    void attemptFailed(Draft draft, Row.Job job, FailureReport why) {
        if (hopeless(why) || job.attempt().number() >= Attempt.MOST) {
            failed(draft, job, why);
            return;
        }
        Row.Job again = job.again(why, draft.now, draft.now.plus(pause(job.attempt())));
        draft.remove(RowKey.facts(job.id()));
        draft.put(job, Tally.begin(draft.now));
        draft.move(again, why);
    }

    /** Grows fast: a restart of the database or a store is waited for, and few attempts begin in vain meanwhile. */
    private Duration pause(Attempt failed) {
        Duration pause = rules.retryDelay();
        for (long attempt = 1; attempt < failed.number(); attempt++) {
            pause = pause.multipliedBy(LedgerRules.RETRY_GROWTH);
        }
        return pause;
    }

    /** Whether the same again fails again. */
    static boolean hopeless(FailureReport failure) {
        return failure.kind().equals("permanent") || failure.kind().equals("denied");
    }

    /** Whether the same again may succeed. */
    static boolean passing(FailureReport failure) {
        return failure.kind().equals("transient");
    }

    /**
     * Removes some rows of attempts that are over.
     *
     * @return whether nothing was left to remove
     */
    boolean sweep(Draft draft, Row.Job job) {
        long last =
                job.state().terminal() ? job.attempt().number() : job.attempt().number() - 1;
        boolean clean = true;
        for (long attempt = 1; attempt <= last; attempt++) {
            for (String sort : SORTS) {
                List<RowKey> rows = draft.keys(RowKey.ofAttempt(sort, job.id(), new Attempt(attempt)), SWEEP);
                rows.forEach(draft::remove);
                clean &= rows.isEmpty();
            }
        }
        return clean;
    }

    /** Whether keys may have been made or lent for the job's workers. */
    private static boolean mayHaveKeys(Row.Job job) {
        return switch (job.request()) {
            case JobRequest.Backup backup ->
                job.options() == null || job.options().suite() != Suite.NONE;
            case JobRequest.Verify verify -> verify.depth() == VerifyDepth.CHUNKS;
            case JobRequest.Restore restore -> false;
            case JobRequest.Rewrap rewrap -> false;
            case JobRequest.Cancel cancel -> false;
        };
    }

    private static void end(Draft draft, Row.Job job) {
        draft.move(job, job.failure());
        JobId id = job.id();
        draft.remove(RowKey.tally(id));
        draft.remove(RowKey.facts(id));
        if (job.request() instanceof JobRequest.Rewrap) {
            draft.remove(RowKey.campaign(id));
            draft.remove(RowKey.rewrapping(job.request().instance()));
        }
        draft.put(RowKey.ended(id, draft.now), new Row.Pointer(id));
        if (mayHaveKeys(job)) {
            draft.command(new Command.OrderSession(
                    new SessionOrder.EndKeys(1, id, job.request().instance(), job.attempt())));
        }
        InstanceName name = job.request().instance();
        Row.Instance instance = draft.find(RowKey.instance(name), Row.Instance.class);
        if (instance != null && id.equals(instance.backup())) {
            draft.put(RowKey.instance(name), new Row.Instance(instance.nextPlace(), null));
        }
    }
}
