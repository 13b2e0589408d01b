package io.holdfast.coordinator.ledger;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.plan.Phase;
import io.holdfast.protocol.session.ClosedFacts;
import io.holdfast.protocol.session.OpenedFacts;
import io.holdfast.protocol.session.SessionOrder;
import java.time.Duration;
import java.util.Objects;

/** A backup: opened, its stripes sealed, closed, the last stripes sealed; then {@link PublishCourse}. */
final class BackupCourse implements Course {
    private final StripeDesk desk;
    private final Ending ending;
    private final PublishCourse publish;
    private final LedgerRules rules;

    BackupCourse(StripeDesk desk, Ending ending, LedgerRules rules) {
        this.desk = desk;
        this.ending = ending;
        this.publish = new PublishCourse(ending, rules);
        this.rules = rules;
    }

    @Override
    public void begin(Draft draft, Row.Job job) {
        draft.command(new Command.OrderSession(new SessionOrder.OpenBackup(
                1,
                job.id(),
                job.request().instance(),
                job.attempt(),
                Objects.requireNonNull(job.set()),
                Objects.requireNonNull(job.options()))));
    }

    @Override
    public void hear(Draft draft, Row.Job job, JobEvent event) {
        if (job.state().compareTo(JobState.INDEXING) >= 0) {
            publish.hear(draft, job, event);
            return;
        }
        switch (event.what()) {
            case Happening.Opened opened -> opened(draft, job, opened.facts(), event);
            case Happening.StripePlanned planned -> {
                desk.plan(draft, job, planned.order());
                issue(draft, job);
            }
            case Happening.Planned planned -> {
                long total = planned.totals().stripes();
                Tally tally = draft.tally(job);
                draft.put(job, planned.phase() == Phase.DATA ? tally.dataIs(total) : tally.allIs(total));
                advance(draft, job);
            }
            case Happening.Closed closed -> closed(draft, job, closed.facts());
            case Happening.SessionFailed failed -> sessionFailed(draft, job, failed.failure(), event);
            case Happening.StripeProgress progress -> desk.heard(draft, job, progress.stripe());
            case Happening.StripeSealed sealed -> {
                desk.done(
                        draft,
                        job,
                        new StripeDesk.Result(sealed.stripe(), event.member(), sealed.stream(), sealed.counts(), null));
                advance(draft, job);
            }
            case Happening.StripeFailed failed -> {
                FailureReport given = desk.failed(draft, job, failed.stripe(), failed.failure());
                if (given != null) {
                    ending.attemptFailed(draft, job, given);
                }
            }
            default -> {}
        }
    }

    private void opened(Draft draft, Row.Job job, OpenedFacts opened, JobEvent event) {
        RowKey key = RowKey.facts(job.id());
        Row.Facts known = draft.find(key, Row.Facts.class);
        if (known != null) {
            if (!known.opened().equals(opened)) {
                String words = "the backup of job " + job.id() + " was opened by " + known.holder() + " and again by "
                        + event.member() + ", so the first session is gone";
                ending.attemptFailed(draft, job, new Transient(CoordinatorFailure.SESSION_LOST, words).report());
            }
            return;
        }
        draft.put(key, new Row.Facts(opened, event.member(), null));
        Row.Job running = job.in(JobState.RUNNING, draft.now);
        draft.move(running, null);
        issue(draft, running);
        advance(draft, running);
    }

    private void closed(Draft draft, Row.Job job, ClosedFacts closed) {
        RowKey key = RowKey.facts(job.id());
        Row.Facts known = draft.find(key, Row.Facts.class);
        if (job.state() == JobState.CLOSING && known != null && known.closed() == null) {
            draft.put(key, new Row.Facts(known.opened(), known.holder(), closed));
            advance(draft, job);
        }
    }

    /** A member that is not the holder cannot say that its own session failed, only that the holder's is lost. */
    private void sessionFailed(Draft draft, Row.Job job, FailureReport failure, JobEvent event) {
        Row.Facts known = draft.find(RowKey.facts(job.id()), Row.Facts.class);
        boolean foreign = known != null
                && !known.holder().equals(event.member())
                && !failure.code().equals(CoordinatorFailure.SESSION_LOST.code());
        if (!foreign) {
            ending.attemptFailed(draft, job, failure);
        }
    }

    private void issue(Draft draft, Row.Job job) {
        if (job.state() != JobState.OPENING) {
            desk.issue(draft, job);
        }
    }

    private void advance(Draft draft, Row.Job job) {
        Tally.Stripes stripes = draft.tally(job).stripes();
        if (job.state() == JobState.RUNNING && stripes.data() != Tally.UNKNOWN && stripes.done() >= stripes.data()) {
            draft.move(job.in(JobState.CLOSING, draft.now), null);
            return;
        }
        if (job.state() == JobState.CLOSING
                && stripes.all() != Tally.UNKNOWN
                && stripes.done() >= stripes.all()
                && draft.get(RowKey.facts(job.id()), Row.Facts.class).closed() != null) {
            publish.begin(draft, job);
        }
    }

    @Override
    public void tick(Draft draft, Row.Job job) {
        switch (job.state()) {
            case OPENING -> waitFor(draft, job, rules.openLease(), "to open the backup");
            case RUNNING, CLOSING -> {
                StripeDesk.GivenUp given = desk.tick(draft, job);
                if (given != null) {
                    ending.attemptFailed(draft, job, given.failure());
                } else if (draft.tally(job).inFlight() == 0) {
                    waitFor(draft, job, rules.sessionLease(), "that holds the backup");
                }
            }
            default -> publish.tick(draft, job);
        }
    }

    private void waitFor(Draft draft, Row.Job job, Duration lease, String what) {
        if (draft.now.isAfter(draft.tally(job).times().heard().plus(lease))) {
            String words = "nothing was heard for " + lease.toMinutes() + " minutes of the session " + what
                    + " of instance " + job.request().instance();
            ending.attemptFailed(draft, job, new Transient(CoordinatorFailure.SESSION_SILENT, words).report());
        }
    }
}
