package io.holdfast.coordinator.ledger;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.job.VerifyDepth;
import io.holdfast.protocol.manifest.SetTotals;
import io.holdfast.protocol.session.SessionOrder;
import io.holdfast.protocol.stripe.StripeOrder;
import java.util.Locale;
import java.util.Objects;

/** A verification: all of its stripes are checked, also after the first damage, and the job says what was found. */
final class VerifyCourse implements Course {
    private final StripeDesk desk;
    private final Ending ending;
    private final LedgerRules rules;

    VerifyCourse(StripeDesk desk, Ending ending, LedgerRules rules) {
        this.desk = desk;
        this.ending = ending;
        this.rules = rules;
    }

    @Override
    public void begin(Draft draft, Row.Job job) {
        JobRequest.Verify request = (JobRequest.Verify) job.request();
        draft.command(new Command.OrderSession(new SessionOrder.PlanVerify(
                1,
                job.id(),
                request.instance(),
                job.attempt(),
                request.set(),
                Objects.requireNonNullElse(request.depth(), VerifyDepth.ROOTS))));
    }

    @Override
    public void hear(Draft draft, Row.Job job, JobEvent event) {
        switch (event.what()) {
            case Happening.StripePlanned planned -> planned(draft, job, planned.order());
            case Happening.Planned planned -> {
                draft.put(job, draft.tally(job).dataIs(planned.totals().stripes()));
                finish(draft, running(draft, job));
            }
            case Happening.StripeProgress progress -> desk.heard(draft, job, progress.stripe());
            case Happening.StripeVerified verified -> {
                desk.done(
                        draft,
                        job,
                        new StripeDesk.Result(verified.stripe(), event.member(), null, verified.counts(), null));
                finish(draft, job);
            }
            case Happening.StripeFailed failed -> {
                FailureReport damage = desk.failed(draft, job, failed.stripe(), failed.failure());
                if (damage != null) {
                    damaged(draft, job, new StripeDesk.Result(failed.stripe(), event.member(), null, null, damage));
                }
            }
            case Happening.SessionFailed failed -> {
                if (draft.tally(job).stripes().data() == Tally.UNKNOWN) {
                    ending.attemptFailed(draft, job, failed.failure());
                }
            }
            default -> {}
        }
    }

    private void planned(Draft draft, Row.Job job, StripeOrder order) {
        if (!(order instanceof StripeOrder.Check check)) {
            return;
        }
        SetId set = check.context().set();
        if (job.set() != null && !job.set().equals(set)) {
            String words = "the verification was planned for set " + job.set() + " and again for " + set;
            ending.attemptFailed(draft, job, new Transient(CoordinatorFailure.SESSION_LOST, words).report());
            return;
        }
        Row.Job running = running(draft, job.about(set, check.suite()));
        desk.plan(draft, running, order);
        desk.issue(draft, running);
    }

    private static Row.Job running(Draft draft, Row.Job job) {
        if (job.state() != JobState.OPENING) {
            return job;
        }
        Row.Job running = job.in(JobState.RUNNING, draft.now);
        draft.move(running, null);
        return running;
    }

    private void damaged(Draft draft, Row.Job job, StripeDesk.Result damaged) {
        desk.done(draft, job, damaged);
        finish(draft, job);
    }

    private void finish(Draft draft, Row.Job job) {
        Tally tally = draft.tally(job);
        long all = tally.stripes().data();
        if (all == Tally.UNKNOWN || tally.stripes().done() < all) {
            return;
        }
        Tally.Damage damage = tally.damage();
        if (damage == null) {
            ending.complete(draft, job.noting(verified(job, tally)));
        } else {
            String note = damage.stripes() + " of " + all + " parts of the set are damaged or could not be read";
            ending.failed(draft, job.noting(note), damage.first());
        }
    }

    /** What is known of the set now, and by what. */
    private static String verified(Row.Job job, Tally tally) {
        SetTotals seen = tally.totals();
        String bytes = String.format(
                Locale.ROOT,
                "%,d sealed bytes, which hold %,d of the database",
                seen.sealedBytes().number(),
                seen.dataBytes().number());
        VerifyDepth depth = ((JobRequest.Verify) job.request()).depth();
        return depth == VerifyDepth.CHUNKS
                ? "every chunk opens: " + bytes
                : "every byte is what the signed roots say: " + bytes + "; chunks were not opened";
    }

    @Override
    public void tick(Draft draft, Row.Job job) {
        StripeDesk.GivenUp given = desk.tick(draft, job);
        if (given != null) {
            ending.attemptFailed(draft, job, given.failure());
            return;
        }
        Tally tally = draft.tally(job);
        boolean opening = job.state() == JobState.OPENING;
        var lease = opening ? rules.openLease() : rules.sessionLease();
        if (tally.inFlight() == 0 && draft.now.isAfter(tally.times().heard().plus(lease))) {
            String words = "nothing was heard for " + lease.toMinutes() + " minutes of the planning of verification "
                    + job.id();
            ending.attemptFailed(draft, job, new Transient(CoordinatorFailure.SESSION_SILENT, words).report());
        }
    }
}
