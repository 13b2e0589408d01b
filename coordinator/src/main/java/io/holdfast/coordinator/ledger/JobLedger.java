package io.holdfast.coordinator.ledger;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.JobRequest;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of jobs: a function from rows, an input and the time to changed rows and commands. It does no I/O. What it is
 * told may come twice, late and out of order: (attempt, state) of a job only moves forward, and reports of other attempts than
 * the present one change nothing.
 */
public final class JobLedger {
    private final MemberId self;
    private final LedgerRules rules;
    private final Ending ending;
    private final Course backup;
    private final Course verify;
    private final Course restore;
    private final Course rewrap;

    /** A ledger that speaks as {@code self}. */
    public JobLedger(MemberId self, LedgerRules rules) {
        this.self = self;
        this.rules = rules;
        this.ending = new Ending(rules);
        StripeDesk desk = new StripeDesk(rules);
        this.backup = new BackupCourse(desk, ending, rules);
        this.verify = new VerifyCourse(desk, ending, rules);
        this.restore = new RestoreCourse(ending, rules);
        this.rewrap = new RewrapCourse(ending, rules);
    }

    /** One step. Nothing has happened until the caller has written the changes and carried out the commands, all or none. */
    public Outcome apply(LedgerView view, LedgerInput input, Instant now) {
        Draft draft = new Draft(view, self, now);
        switch (input) {
            case LedgerInput.Requested requested -> requested(draft, requested);
            case LedgerInput.Happened happened -> happened(draft, happened.event());
            case LedgerInput.Tick tick -> tick(draft, tick.job());
            case LedgerInput.Forget forget -> forget(draft, forget.ended());
        }
        return draft.outcome();
    }

    private void requested(Draft draft, LedgerInput.Requested requested) {
        JobRequest request = requested.request();
        RowKey place = RowKey.instance(request.instance());
        Row.Instance known = draft.find(place, Row.Instance.class);
        Row.Instance instance = known == null ? new Row.Instance(0, null) : known;
        Row.Job job = new Row.Job(
                request,
                requested.options(),
                Attempt.FIRST,
                JobState.ACCEPTED,
                setOf(request),
                requested.options() == null ? null : requested.options().suite(),
                instance.nextPlace(),
                draft.now,
                draft.now,
                null,
                null,
                null);
        Row.Job earlier = draft.find(RowKey.job(request.id()), Row.Job.class);
        if (earlier != null) {
            draft.say(job, again(earlier, request));
            return;
        }
        if (request instanceof JobRequest.Cancel cancel) {
            cancel(draft, job, cancel);
            return;
        }
        if (request instanceof JobRequest.Rewrap && !claimed(draft, job)) {
            return;
        }
        draft.put(place, new Row.Instance(instance.nextPlace() + 1, instance.backup()));
        accept(draft, job);
        if (request instanceof JobRequest.Backup) {
            draft.put(RowKey.waiting(request.instance(), job.place()), new Row.Pointer(job.id()));
            if (instance.backup() == null
                    && draft.keys(RowKey.waiting(request.instance()), 1).isEmpty()) {
                takeTurn(draft, job);
            }
        } else {
            begin(draft, job);
        }
    }

    /** Two changes of encryptors at once would undo each other, set by set. */
    private static boolean claimed(Draft draft, Row.Job job) {
        RowKey place = RowKey.rewrapping(job.request().instance());
        Row.Pointer other = draft.find(place, Row.Pointer.class);
        if (other != null) {
            draft.say(
                    job,
                    new Happening.Rejected(new Permanent(
                                    CoordinatorFailure.REWRAP_RUNS,
                                    "the encryptors of instance "
                                            + job.request().instance() + " are being changed by job " + other.job())
                            .report()));
            return false;
        }
        draft.put(place, new Row.Pointer(job.id()));
        return true;
    }

    /** Clients may divide ids over partitions in different ways, so that an id that came again may have passed the intake. */
    private static Happening again(Row.Job earlier, JobRequest request) {
        return earlier.request().equals(request)
                ? new Happening.Repeated()
                : new Happening.Rejected(
                        CoordinatorFailure.idUsedAgain(request.id()).report());
    }

    private static @Nullable SetId setOf(JobRequest request) {
        return switch (request) {
            case JobRequest.Backup made -> SetId.of(made.id(), Attempt.FIRST);
            case JobRequest.Restore restore -> restore.set();
            case JobRequest.Verify verify -> verify.set();
            case JobRequest.Rewrap rewrap -> rewrap.set();
            case JobRequest.Cancel cancel -> null;
        };
    }

    private static void accept(Draft draft, Row.Job job) {
        draft.put(job, Tally.begin(draft.now));
        draft.say(job, new Happening.Accepted(job.request(), job.warning()));
        draft.show(job);
    }

    private void cancel(Draft draft, Row.Job job, JobRequest.Cancel cancel) {
        Row.Job target = draft.find(RowKey.job(cancel.target()), Row.Job.class);
        Permanent refusal = refusal(target, cancel);
        if (target == null || refusal != null) {
            draft.say(
                    job, new Happening.Rejected(Objects.requireNonNull(refusal).report()));
            return;
        }
        accept(draft, job);
        ending.cancelled(draft, target);
        ending.complete(draft, job.noting("cancelled " + target.id()));
        passTurn(draft, cancel.instance());
    }

    private static @Nullable Permanent refusal(Row.@Nullable Job target, JobRequest.Cancel cancel) {
        if (target == null
                || target.request() instanceof JobRequest.Cancel
                || !target.request().instance().equals(cancel.instance())) {
            return new Permanent(
                    CoordinatorFailure.UNKNOWN_TARGET,
                    "the job " + cancel.target()
                            + " cannot be cancelled: no backup, restore, verification or rewrapping of instance "
                            + cancel.instance() + " has this id");
        }
        if (target.state().terminal()) {
            return new Permanent(
                    CoordinatorFailure.TARGET_IS_OVER,
                    "the job " + target.id() + " cannot be cancelled: it is " + target.state() + " already");
        }
        if (target.state() == JobState.PUBLISHING) {
            return new Permanent(
                    CoordinatorFailure.TARGET_IS_PUBLISHING,
                    "the job " + target.id() + " cannot be cancelled: its manifest is being published");
        }
        return null;
    }

    private void happened(Draft draft, JobEvent event) {
        Row.Job job = draft.find(RowKey.job(event.job()), Row.Job.class);
        if (job == null
                || job.state().terminal()
                || job.state() == JobState.ACCEPTED
                || !job.attempt().equals(event.attempt())
                || event.what() instanceof Happening.OfLedger) {
            return;
        }
        draft.put(job, draft.tally(job).heard(draft.now));
        course(job).hear(draft, job, event);
        passTurn(draft, job.request().instance());
    }

    private void tick(Draft draft, JobId id) {
        Row.Job job = draft.find(RowKey.job(id), Row.Job.class);
        if (job == null) {
            draft.remove(RowKey.active(id));
            return;
        }
        boolean clean = ending.sweep(draft, job);
        if (job.state().terminal()) {
            if (clean) {
                draft.remove(RowKey.active(id));
            }
            return;
        }
        if (job.state() == JobState.ACCEPTED) {
            if (job.notBefore() == null || !draft.now.isBefore(job.notBefore())) {
                begin(draft, job);
            }
            return;
        }
        course(job).tick(draft, job);
        passTurn(draft, job.request().instance());
        showProgress(draft, id);
    }

    private void showProgress(Draft draft, JobId id) {
        Row.Job job = draft.get(RowKey.job(id), Row.Job.class);
        if (job.state().terminal()) {
            return;
        }
        Tally tally = draft.tally(job);
        if (tally.unshown() && !draft.now.isBefore(tally.times().shown().plus(rules.showEvery()))) {
            draft.show(job);
        }
    }

    private void forget(Draft draft, RowKey ended) {
        Row.Pointer pointer = draft.find(ended, Row.Pointer.class);
        if (pointer != null) {
            draft.remove(ended);
            draft.remove(RowKey.job(pointer.job()));
            draft.command(new Command.Forget(pointer.job()));
        }
    }

    /** Lets the next backup of an instance begin if none has its turn. */
    private void passTurn(Draft draft, InstanceName name) {
        Row.Instance instance = draft.find(RowKey.instance(name), Row.Instance.class);
        if (instance == null || instance.backup() != null) {
            return;
        }
        List<RowKey> waiting = draft.keys(RowKey.waiting(name), 1);
        if (!waiting.isEmpty()) {
            Row.Pointer next = draft.get(waiting.getFirst(), Row.Pointer.class);
            takeTurn(draft, draft.get(RowKey.job(next.job()), Row.Job.class));
        }
    }

    private void takeTurn(Draft draft, Row.Job job) {
        InstanceName name = job.request().instance();
        Row.Instance instance = draft.get(RowKey.instance(name), Row.Instance.class);
        draft.remove(RowKey.waiting(name, job.place()));
        draft.put(RowKey.instance(name), new Row.Instance(instance.nextPlace(), job.id()));
        begin(draft, job);
    }

    private void begin(Draft draft, Row.Job job) {
        draft.put(RowKey.active(job.id()), new Row.Pointer(job.id()));
        draft.put(job, Tally.begin(draft.now));
        Row.Job opening = job.in(JobState.OPENING, draft.now);
        draft.move(opening, null);
        course(job).begin(draft, opening);
    }

    private Course course(Row.Job job) {
        return switch (job.request().kind()) {
            case BACKUP -> backup;
            case VERIFY -> verify;
            case RESTORE -> restore;
            case REWRAP -> rewrap;
            case CANCEL -> throw new IllegalStateException("a cancellation has no course: " + job.id());
        };
    }
}
