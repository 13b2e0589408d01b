package io.holdfast.coordinator.ledger;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.session.RewrapCounts;
import io.holdfast.protocol.session.SessionOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A change of encryptors over the sets of an instance, some sets by each order, one order after the other. What was done stays done, so
 * that there is one attempt: an order whose holder died, or which failed as a whole, is given again, and a job that failed goes on
 * where it was when it is asked for again. Sets that cannot be changed are counted, and the others go on.
 */
final class RewrapCourse implements Course {
    private static final int DOUBLINGS = 10;

    private final Ending ending;
    private final LedgerRules rules;

    RewrapCourse(Ending ending, LedgerRules rules) {
        this.ending = ending;
        this.rules = rules;
    }

    @Override
    public void begin(Draft draft, Row.Job job) {
        order(draft, job, Row.Campaign.begin(draft.now));
    }

    private static void order(Draft draft, Row.Job job, Row.Campaign campaign) {
        JobRequest.Rewrap request = (JobRequest.Rewrap) job.request();
        draft.put(RowKey.campaign(job.id()), campaign.ordered(draft.now));
        draft.command(new Command.OrderSession(new SessionOrder.RewrapSets(
                1,
                job.id(),
                request.instance(),
                job.attempt(),
                campaign.part(),
                request.set(),
                campaign.after(),
                atOnce(request),
                request.encryptors())));
    }

    /** What a second may do, so that each order is paced by the next one's time. */
    private static int atOnce(JobRequest.Rewrap request) {
        return Math.min(
                LedgerRules.SETS_AT_ONCE,
                Objects.requireNonNullElse(request.setsPerSecond(), LedgerRules.SETS_AT_ONCE));
    }

    @Override
    public void hear(Draft draft, Row.Job job, JobEvent event) {
        Row.Campaign campaign = campaign(draft, job);
        if (event.what() instanceof Happening.SetsRewrapped done && done.part() == campaign.part()) {
            done(draft, job, done);
        } else if (event.what() instanceof Happening.SessionFailed failed && campaign.due() == null) {
            failed(draft, job, failed.failure());
        }
    }

    private static Row.Campaign campaign(Draft draft, Row.Job job) {
        return draft.get(RowKey.campaign(job.id()), Row.Campaign.class);
    }

    private void done(Draft draft, Row.Job job, Happening.SetsRewrapped done) {
        Row.Campaign before = campaign(draft, job);
        Row.Campaign campaign = before.after(done, before.issued().plus(pace(job, done.counts())));
        draft.put(RowKey.campaign(job.id()), campaign);
        draft.put(job, draft.tally(job).told(campaign.progress(), draft.now));
        Row.Job running = job.noting(note(campaign.counts())).because(campaign.first());
        if (campaign.left() == 0 || hopeless(campaign.counts())) {
            end(draft, running, campaign);
            return;
        }
        if (job.state() == JobState.OPENING) {
            running = running.in(JobState.RUNNING, draft.now);
            draft.move(running, null);
        } else {
            draft.put(RowKey.job(job.id()), running);
        }
        orderIfDue(draft, running);
    }

    /** What so many sets may take at least. */
    private static Duration pace(Row.Job job, RewrapCounts done) {
        Integer rate = ((JobRequest.Rewrap) job.request()).setsPerSecond();
        return rate == null ? Duration.ZERO : Duration.ofSeconds(done.all()).dividedBy(rate);
    }

    /** Nothing but failures: whatever the reason is, it is none of single sets. */
    private static boolean hopeless(RewrapCounts counts) {
        return counts.failed() == counts.all() && counts.failed() >= LedgerRules.SETS_AT_ONCE;
    }

    private void end(Draft draft, Row.Job job, Row.Campaign campaign) {
        FailureReport first = campaign.first();
        if (first == null) {
            ending.complete(draft, job);
        } else {
            ending.failed(draft, job, first);
        }
    }

    private static String note(RewrapCounts counts) {
        List<String> parts = new ArrayList<>();
        say(parts, counts.rewrapped(), "rewrapped");
        say(parts, counts.unchanged(), "opened by exactly these encryptors already");
        say(parts, counts.withoutKey(), "not encrypted");
        say(parts, counts.failed(), "NOT REWRAPPED");
        return parts.isEmpty() ? "no sets" : "sets: " + String.join(", ", parts);
    }

    private static void say(List<String> parts, long number, String what) {
        if (number > 0) {
            parts.add(String.format(Locale.ROOT, "%,d %s", number, what));
        }
    }

    /** The order failed as a whole: what it had done stays done. */
    private void failed(Draft draft, Row.Job job, FailureReport why) {
        Row.Campaign campaign = campaign(draft, job);
        int failures = campaign.failures() + 1;
        if (!Ending.passing(why) || failures >= LedgerRules.REWRAP_FAILURES) {
            ending.failed(draft, job, why);
            return;
        }
        Instant next = draft.now.plus(pause(failures));
        draft.put(RowKey.campaign(job.id()), campaign.failedOnce(next));
        draft.show(job.because(why).noting("changing the encryptors failed " + failures + " times and is tried again"));
    }

    private Duration pause(int failures) {
        Duration grown = rules.retryDelay().multipliedBy(1L << Math.min(failures - 1, DOUBLINGS));
        return grown.compareTo(rules.publishDelayMost()) < 0 ? grown : rules.publishDelayMost();
    }

    @Override
    public void tick(Draft draft, Row.Job job) {
        Row.Campaign campaign = campaign(draft, job);
        Duration lease = rules.sessionLease();
        if (campaign.due() == null && draft.now.isAfter(campaign.issued().plus(lease))) {
            String words = "nothing was heard for " + lease.toMinutes() + " minutes of part " + campaign.part()
                    + " of the sets of job " + job.id();
            failed(draft, job, new Transient(CoordinatorFailure.REWRAP_SILENT, words).report());
            return;
        }
        orderIfDue(draft, job);
    }

    private static void orderIfDue(Draft draft, Row.Job job) {
        Row.Campaign campaign = campaign(draft, job);
        Instant due = campaign.due();
        if (due != null && !draft.now.isBefore(due)) {
            order(draft, job, campaign);
        }
    }
}
