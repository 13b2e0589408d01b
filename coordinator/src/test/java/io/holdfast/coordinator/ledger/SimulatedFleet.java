package io.holdfast.coordinator.ledger;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.JobKind;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.manifest.IndexPart;
import io.holdfast.protocol.plan.Phase;
import io.holdfast.protocol.plan.PlanTotals;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.restore.RestoreOrder;
import io.holdfast.protocol.restore.RestoreResult;
import io.holdfast.protocol.session.SessionOrder;
import io.holdfast.protocol.stripe.StripeOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;

/** One simulated fleet: a ledger and everything around it, driven by one seed. */
final class SimulatedFleet {
    private static final LedgerRules RULES = new LedgerRules(
            4,
            3,
            Duration.ofSeconds(2),
            Duration.ofSeconds(30),
            Duration.ofSeconds(90),
            Duration.ofSeconds(120),
            Duration.ofSeconds(60),
            Duration.ofSeconds(100),
            Duration.ofSeconds(20),
            Duration.ofSeconds(1),
            Duration.ofDays(1));
    private static final int INSTANCES = 3;
    private static final int JOBS = 12;
    private static final int MOST_CANCELS = 50;
    private static final Duration LONGEST = Duration.ofHours(3);

    private final Random random;
    private final MemoryRows rows = new MemoryRows();
    private final JobLedger ledger = new JobLedger(MemberId.parse("ledger"), RULES);
    private final PriorityQueue<Due> agenda =
            new PriorityQueue<>(Comparator.comparing(Due::at).thenComparing(Due::order));
    private final Map<JobId, JobStatus> shown = new HashMap<>();
    private final Invariants invariants = new Invariants(rows, RULES);
    private final double trouble;
    private Instant now = Samples.START;
    private long order;
    private int cancels;

    private record Due(Instant at, long order, Runnable action) {}

    SimulatedFleet(long seed) {
        this.random = new Random(seed);
        this.trouble = random.nextInt(5) * 0.06;
    }

    void run() {
        for (int job = 1; job <= JOBS; job++) {
            int number = job;
            later(random.nextInt(120_000), () -> request(number));
        }
        later(1_000, this::tick);
        while (!agenda.isEmpty() && now.isBefore(Samples.START.plus(LONGEST))) {
            Due due = agenda.remove();
            now = due.at();
            due.action().run();
            if (invariants.allOver() && now.isAfter(Samples.START.plusSeconds(300))) {
                break;
            }
        }
        invariants.atTheEnd();
    }

    private void request(int number) {
        int instance = 1 + random.nextInt(INSTANCES);
        int dice = random.nextInt(10);
        JobRequest request;
        if (dice < 5 || number == 1) {
            request = Samples.backup(number, instance);
        } else if (dice < 6) {
            request = Samples.verify(number, instance);
        } else if (dice < 7) {
            request = Samples.restore(number, instance);
        } else {
            int target = 1 + random.nextInt(number - 1);
            request = Samples.cancel(number, instanceOf(target), target);
        }
        apply(new LedgerInput.Requested(request, request instanceof JobRequest.Backup ? Samples.options() : null));
    }

    private int instanceOf(int job) {
        Row row = rows.find(RowKey.job(Samples.job(job)));
        InstanceName name = row instanceof Row.Job known ? known.request().instance() : Samples.instance(1);
        return Integer.parseInt(name.text().substring(3));
    }

    private void tick() {
        for (RowKey key : rows.keys(RowKey.ACTIVE, 1000)) {
            if (rows.find(key) instanceof Row.Pointer pointer) {
                apply(new LedgerInput.Tick(pointer.job()));
            }
        }
        later(1_000, this::tick);
    }

    private void apply(LedgerInput input) {
        Outcome outcome = ledger.apply(rows, input, now);
        rows.write(outcome);
        outcome.commands().forEach(invariants::check);
        for (Command command : outcome.commands()) {
            switch (command) {
                case Command.Show show -> shown(show.status());
                case Command.OrderSession ordered -> later(delay(), () -> session(ordered.order()));
                case Command.OrderStripe ordered -> later(delay(), () -> stripe(ordered.order()));
                case Command.OrderRestore ordered -> later(delay(), () -> restore(ordered.order()));
                case Command.Say say -> {}
                case Command.Forget forget -> {}
            }
        }
        invariants.check();
    }

    private void shown(JobStatus status) {
        later(random.nextInt(500), () -> shown.merge(status.id(), status, SimulatedFleet::newer));
        if (random.nextInt(25) == 0 && status.kind() != JobKind.CANCEL && cancels < MOST_CANCELS) {
            cancels++;
            int target = Integer.parseInt(status.id().text().substring(6));
            int instance = Integer.parseInt(status.instance().text().substring(3));
            JobRequest cancel = Samples.cancel(JOBS + cancels, instance, target);
            later(random.nextInt(1_000), () -> apply(new LedgerInput.Requested(cancel, null)));
        }
    }

    private static JobStatus newer(JobStatus one, JobStatus other) {
        int attempts = one.attempt().compareTo(other.attempt());
        int forward = attempts != 0 ? attempts : one.state().compareTo(other.state());
        return forward > 0 ? one : other;
    }

    private void later(long millis, Runnable action) {
        agenda.add(new Due(now.plusMillis(millis), order++, action));
    }

    private boolean bad() {
        return random.nextDouble() < trouble;
    }

    private int delay() {
        return bad() ? random.nextInt(100_000) : random.nextInt(2_000);
    }

    /** An event on its way: perhaps lost, perhaps late, perhaps twice. */
    private void tell(JobId job, InstanceName instance, Attempt attempt, MemberId member, Happening what) {
        JobEvent event = JobEvent.of(job, instance, attempt, member, now, what);
        int copies = bad() ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            later(bad() ? random.nextInt(20_000) : random.nextInt(300), () -> apply(new LedgerInput.Happened(event)));
        }
    }

    private FailureReport failure() {
        return Samples.failure(random.nextInt(8) == 0 ? (random.nextBoolean() ? "corrupt" : "denied") : "transient");
    }

    private boolean past(JobId job, Attempt attempt, JobState state) {
        JobStatus status = shown.get(job);
        return status != null
                && (status.state().terminal()
                        || status.attempt().compareTo(attempt) > 0
                        || (status.attempt().equals(attempt) && status.state().compareTo(state) >= 0));
    }

    private void session(SessionOrder taken) {
        MemberId member = MemberId.parse("session-" + random.nextInt(1000));
        if (bad()) {
            later(15_000, () -> session(taken));
            return;
        }
        switch (taken) {
            case SessionOrder.OpenBackup open -> new SimulatedSession(open, member).open();
            case SessionOrder.SealIndex index -> {
                if (bad()) {
                    tell(
                            index.job(),
                            index.instance(),
                            index.attempt(),
                            member,
                            new Happening.SessionFailed(failure()));
                } else {
                    tell(
                            index.job(),
                            index.instance(),
                            index.attempt(),
                            member,
                            new Happening.IndexSealed(new IndexPart(
                                    index.part(), Samples.stream(index.part(), index.attempt(), random))));
                }
            }
            case SessionOrder.Publish publish -> {
                SetId set = publish.opened().context().set();
                tell(
                        publish.job(),
                        publish.instance(),
                        publish.attempt(),
                        member,
                        bad() ? new Happening.PublishFailed(failure()) : new Happening.Published(set));
            }
            case SessionOrder.EndKeys end -> {}
            case SessionOrder.PlanVerify plan -> planVerify(plan, member);
        }
    }

    private void planVerify(SessionOrder.PlanVerify plan, MemberId member) {
        if (bad()) {
            tell(plan.job(), plan.instance(), plan.attempt(), member, new Happening.SessionFailed(failure()));
            return;
        }
        SetId set = SetId.of(Samples.job(bad() ? 90 : 91), Attempt.FIRST);
        int stripes = random.nextInt(6);
        for (int i = 0; i < stripes; i++) {
            tell(
                    plan.job(),
                    plan.instance(),
                    plan.attempt(),
                    member,
                    new Happening.StripePlanned(Samples.check(plan, i, set)));
        }
        tell(
                plan.job(),
                plan.instance(),
                plan.attempt(),
                member,
                new Happening.Planned(Phase.DATA, new PlanTotals(stripes, 0, ByteCount.ZERO)));
    }

    private void stripe(StripeOrder taken) {
        MemberId member = MemberId.parse("worker-" + random.nextInt(3));
        if (past(taken.job(), taken.attempt(), JobState.INDEXING)) {
            return;
        }
        if (bad()) {
            later(15_000, () -> stripe(taken));
            return;
        }
        Happening progress = new Happening.StripeProgress(taken.stripe(), ByteCount.of(1));
        tell(taken.job(), taken.instance(), taken.attempt(), member, progress);
        Happening result = bad()
                ? new Happening.StripeFailed(taken.stripe(), failure())
                : switch (taken) {
                    case StripeOrder.Seal seal ->
                        new Happening.StripeSealed(
                                seal.stripe(),
                                Samples.stream(seal.stripe().number(), seal.attempt(), random),
                                Samples.counts());
                    case StripeOrder.Check check -> new Happening.StripeVerified(check.stripe(), Samples.counts());
                };
        later(delay(), () -> tell(taken.job(), taken.instance(), taken.attempt(), member, result));
    }

    private void restore(RestoreOrder taken) {
        MemberId member = MemberId.parse("agent");
        if (bad()) {
            return;
        }
        tell(
                taken.job(),
                taken.instance(),
                taken.attempt(),
                member,
                new Happening.RestoreProgress("fetch", Samples.progress()));
        SetId set = SetId.of(Samples.job(91), Attempt.FIRST);
        Happening result = bad()
                ? new Happening.RestoreFailed(failure())
                : new Happening.Restored(
                        new RestoreResult(set, Suite.AES_256, "/target", 1, ByteCount.of(1), null, List.of(), null));
        later(delay(), () -> tell(taken.job(), taken.instance(), taken.attempt(), member, result));
    }

    /** A member that holds a backup: what coordinator.hold does, with crashes. */
    private final class SimulatedSession {
        private final SessionOrder.OpenBackup taken;
        private final MemberId member;
        private final int stripes = 1 + random.nextInt(8);
        private final int log = 1 + random.nextInt(3);
        private final long lsn = random.nextInt(1_000_000);
        private Instant arrival = now;

        SimulatedSession(SessionOrder.OpenBackup taken, MemberId member) {
            this.taken = taken;
            this.member = member;
        }

        void open() {
            if (past(taken.job(), taken.attempt(), JobState.INDEXING)) {
                return;
            }
            if (past(taken.job(), taken.attempt(), JobState.RUNNING)) {
                say(new Happening.SessionFailed(
                        new FailureReport(CoordinatorFailure.SESSION_LOST.code(), "transient", "lost", "wait")));
                return;
            }
            if (bad()) {
                say(new Happening.SessionFailed(failure()));
                return;
            }
            say(new Happening.Opened(Samples.opened(taken, lsn)));
            if (crashes()) {
                return;
            }
            List<Happening> plan = new ArrayList<>();
            for (int i = 0; i < stripes; i++) {
                plan.add(new Happening.StripePlanned(Samples.seal(taken, lsn, i, Phase.DATA)));
            }
            plan.add(new Happening.Planned(Phase.DATA, new PlanTotals(stripes, 1, ByteCount.ZERO)));
            plan.forEach(this::say);
            later(500, this::hold);
        }

        private void hold() {
            if (past(taken.job(), taken.attempt(), JobState.INDEXING) || crashes()) {
                return;
            }
            if (!past(taken.job(), taken.attempt(), JobState.CLOSING)) {
                later(1_000, this::hold);
                return;
            }
            say(new Happening.Closed(Samples.closed()));
            for (int i = 0; i < log; i++) {
                say(new Happening.StripePlanned(Samples.seal(taken, lsn, stripes + i, Phase.CLOSE)));
            }
            say(new Happening.Planned(Phase.CLOSE, new PlanTotals(stripes + log, 1, ByteCount.ZERO)));
        }

        /** The order is handed to another member once the lock has run out. */
        private boolean crashes() {
            if (random.nextDouble() < trouble / 5) {
                later(15_000, () -> session(taken));
                return true;
            }
            return false;
        }

        /** What one session says arrives in its order, some of it once more and late. */
        private void say(Happening what) {
            Instant soon = now.plusMillis(bad() ? random.nextInt(20_000) : random.nextInt(300));
            arrival = soon.isAfter(arrival) ? soon : arrival.plusMillis(1);
            JobEvent event = JobEvent.of(taken.job(), taken.instance(), taken.attempt(), member, now, what);
            agenda.add(new Due(arrival, order++, () -> apply(new LedgerInput.Happened(event))));
            if (bad()) {
                Instant late = arrival.plusMillis(random.nextInt(20_000));
                agenda.add(new Due(late, order++, () -> apply(new LedgerInput.Happened(event))));
            }
        }
    }
}
