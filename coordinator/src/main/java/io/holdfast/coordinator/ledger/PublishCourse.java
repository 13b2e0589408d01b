package io.holdfast.coordinator.ledger;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.job.BackupOptions;
import io.holdfast.protocol.manifest.IndexPart;
import io.holdfast.protocol.session.SessionOrder;
import io.holdfast.protocol.stripe.StreamRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The end of a backup: all is sealed, the session is not needed any more. The stripe index is written part by part, then the
 * manifest. From PUBLISHING on there is no way back: publishing is tried until it succeeds.
 */
final class PublishCourse {
    private static final int DOUBLINGS = 10;

    private final Ending ending;
    private final LedgerRules rules;

    PublishCourse(Ending ending, LedgerRules rules) {
        this.ending = ending;
        this.rules = rules;
    }

    void begin(Draft draft, Row.Job job) {
        Row.Job indexing = job.in(JobState.INDEXING, draft.now);
        draft.move(indexing, null);
        issueParts(draft, indexing);
    }

    void hear(Draft draft, Row.Job job, JobEvent event) {
        if (job.state() == JobState.PUBLISHING) {
            hearPublishing(draft, job, event.what());
        } else if (event.what() instanceof Happening.IndexSealed sealed) {
            sealed(draft, job, sealed.part());
        } else if (event.what() instanceof Happening.SessionFailed failed) {
            indexFailed(draft, job, failed.failure());
        }
    }

    private void hearPublishing(Draft draft, Row.Job job, Happening what) {
        if (what instanceof Happening.Published published && published.set().equals(job.set())) {
            ending.complete(draft, job.noting(null));
        } else if (what instanceof Happening.PublishFailed failed) {
            publishFailed(draft, job, failed.failure());
        } else if (what instanceof Happening.SessionFailed failed) {
            publishFailed(draft, job, failed.failure());
        }
    }

    private void sealed(Draft draft, Row.Job job, IndexPart part) {
        RowKey key = RowKey.part(job, part.part());
        Tally tally = draft.tally(job);
        if (part.part() >= tally.index().issued() || draft.find(key, Row.Part.class) != null) {
            return;
        }
        draft.put(key, new Row.Part(part));
        draft.put(job, tally.partDone(draft.now));
        issueParts(draft, job);
        if (draft.tally(job).index().done() == parts(draft.tally(job))) {
            Row.Job publishing = job.in(JobState.PUBLISHING, draft.now);
            draft.put(job, draft.tally(job).publishing(new Tally.Publishing(0, null)));
            draft.move(publishing, null);
            order(draft, publishing);
        }
    }

    private void indexFailed(Draft draft, Row.Job job, FailureReport failure) {
        if (failure.code().equals(CoordinatorFailure.SESSION_LOST.code())) {
            return;
        }
        Tally tally = draft.tally(job);
        if (Ending.passing(failure) && tally.publishing().again() != null) {
            // Parts that fail together are one failure.
            return;
        }
        int failures = tally.publishing().failures() + 1;
        if (!Ending.passing(failure) || failures >= rules.stripeTries()) {
            ending.attemptFailed(draft, job, failure);
        } else {
            Instant again = draft.now.plus(rules.retryDelay());
            draft.put(job, tally.publishing(new Tally.Publishing(failures, again)));
        }
    }

    private void publishFailed(Draft draft, Row.Job job, FailureReport failure) {
        Tally tally = draft.tally(job);
        if (tally.publishing().again() != null) {
            return;
        }
        int failures = tally.publishing().failures() + 1;
        Duration grown = rules.retryDelay().multipliedBy(1L << Math.min(failures - 1, DOUBLINGS));
        Duration delay = grown.compareTo(rules.publishDelayMost()) < 0 ? grown : rules.publishDelayMost();
        draft.put(job, tally.publishing(new Tally.Publishing(failures, draft.now.plus(delay))));
        draft.show(job.because(failure).noting("publishing failed " + failures + " times and is tried again"));
    }

    void tick(Draft draft, Row.Job job) {
        Tally tally = draft.tally(job);
        Instant again = tally.publishing().again();
        boolean due = again != null && !draft.now.isBefore(again);
        boolean silent =
                again == null && draft.now.isAfter(tally.times().heard().plus(rules.sessionLease()));
        if (!due && !silent) {
            return;
        }
        if (silent) {
            int failures = tally.publishing().failures() + 1;
            if (job.state() == JobState.INDEXING && failures >= rules.stripeTries()) {
                ending.attemptFailed(draft, job, silence(job));
                return;
            }
            tally = tally.publishing(new Tally.Publishing(failures, null));
        }
        draft.put(
                job,
                tally.publishing(new Tally.Publishing(tally.publishing().failures(), null))
                        .heard(draft.now));
        if (job.state() == JobState.PUBLISHING) {
            order(draft, job);
        } else {
            repeatParts(draft, job);
        }
    }

    private FailureReport silence(Row.Job job) {
        String words = "nothing was heard for " + rules.sessionLease().toMinutes()
                + " minutes of the stripe index of job " + job.id();
        return new Transient(CoordinatorFailure.SESSION_SILENT, words).report();
    }

    private static int parts(Tally tally) {
        return Math.toIntExact((tally.stripes().all() + LedgerRules.PART - 1) / LedgerRules.PART);
    }

    private static void issueParts(Draft draft, Row.Job job) {
        Tally tally = draft.tally(job);
        while (tally.index().issued() < parts(tally)
                && tally.index().issued() - tally.index().done() < LedgerRules.PARTS_AT_ONCE) {
            orderPart(draft, job, tally.index().issued());
            tally = tally.partIssued();
        }
        draft.put(job, tally);
    }

    private static void repeatParts(Draft draft, Row.Job job) {
        int issued = draft.tally(job).index().issued();
        for (int part = 0; part < issued; part++) {
            if (draft.find(RowKey.part(job, part), Row.Part.class) == null) {
                orderPart(draft, job, part);
            }
        }
    }

    private static void orderPart(Draft draft, Row.Job job, int part) {
        Row.Facts facts = draft.get(RowKey.facts(job.id()), Row.Facts.class);
        long from = (long) part * LedgerRules.PART;
        long to = Math.min(draft.tally(job).stripes().all(), from + LedgerRules.PART);
        List<StreamRef> streams = new ArrayList<>();
        for (long number = from; number < to; number++) {
            Row.Stripe stripe = draft.get(RowKey.stripe(job, new StripeNumber(number)), Row.Stripe.class);
            streams.add(Objects.requireNonNull(stripe.stream()));
        }
        SetContext context = facts.opened().context();
        BackupOptions options = Objects.requireNonNull(job.options());
        draft.command(new Command.OrderSession(new SessionOrder.SealIndex(
                1,
                job.id(),
                job.request().instance(),
                job.attempt(),
                context,
                options.repository(),
                part,
                List.copyOf(streams))));
    }

    private static void order(Draft draft, Row.Job job) {
        Row.Facts facts = draft.get(RowKey.facts(job.id()), Row.Facts.class);
        Tally tally = draft.tally(job);
        List<IndexPart> index = new ArrayList<>();
        for (int part = 0; part < parts(tally); part++) {
            index.add(draft.get(RowKey.part(job, part), Row.Part.class).part());
        }
        draft.command(new Command.OrderSession(new SessionOrder.Publish(
                1,
                job.id(),
                job.request().instance(),
                job.attempt(),
                Objects.requireNonNull(job.options()),
                facts.opened(),
                Objects.requireNonNull(facts.closed()),
                tally.totals(),
                List.copyOf(index))));
    }
}
