package io.holdfast.coordinator.ledger;

import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.job.JobKind;
import io.holdfast.protocol.job.JobRequest;
import java.time.Duration;

/** One simulated fleet: a ledger and everything around it, driven by one seed in one thread. */
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
    /** Late deliveries come after all jobs are over, too. */
    private static final Duration SHORTEST = Duration.ofMinutes(20);

    private final SimulatedTime time;
    private final SimulatedCatalog catalog;
    private final Invariants invariants;
    private final SimulatedLedger ledger;
    private final SimulatedPost post;
    private final SimulatedSessions sessions;
    private final SimulatedWorkers workers;
    private int cancels;

    SimulatedFleet(long seed, Mutant mutant) {
        time = new SimulatedTime(seed);
        catalog = new SimulatedCatalog(mutant);
        invariants = new Invariants(new MemoryRows(), RULES, catalog);
        ledger = new SimulatedLedger(time, mutant, invariants, this::carryOut);
        post = new SimulatedPost(time, ledger::hear, ledger::committedRow);
        sessions = new SimulatedSessions(time, post, catalog);
        workers = new SimulatedWorkers(time, post);
    }

    /** Runs until all jobs are over, and says how they ended; what must hold is looked at after every step. */
    String run() {
        for (int job = 1; job <= JOBS; job++) {
            int number = job;
            time.later(time.random.nextInt(120_000), () -> request(number));
        }
        while (time.step(LONGEST)) {
            if (invariants.allOver() && time.now().isAfter(Samples.START.plus(SHORTEST))) {
                break;
            }
        }
        invariants.atTheEnd();
        return time.now() + " " + invariants.ends();
    }

    private void request(int number) {
        int instance = 1 + time.random.nextInt(INSTANCES);
        int dice = time.random.nextInt(11);
        JobRequest request;
        if (dice < 5 || number == 1) {
            request = Samples.backup(number, instance);
        } else if (dice < 6) {
            request = Samples.verify(number, instance);
        } else if (dice < 7) {
            request = Samples.restore(number, instance);
        } else if (dice == 10) {
            request = Samples.rewrap(number, instance, time.random.nextBoolean() ? null : 300);
        } else {
            int target = 1 + time.random.nextInt(number - 1);
            request = Samples.cancel(number, instanceOf(target), target);
        }
        ask(request);
        if (time.bad()) {
            time.later(time.random.nextInt(30_000), () -> ask(request));
        }
    }

    private void ask(JobRequest request) {
        ledger.hear(
                new LedgerInput.Requested(request, request instanceof JobRequest.Backup ? Samples.options() : null));
    }

    private int instanceOf(int job) {
        Row row = ledger.committedRow(RowKey.job(Samples.job(job)));
        InstanceName name = row instanceof Row.Job known ? known.request().instance() : Samples.instance(1);
        return Integer.parseInt(name.text().substring(3));
    }

    private void carryOut(Command command) {
        switch (command) {
            case Command.Show show -> shown(show.status());
            case Command.OrderSession ordered -> sessions.order(ordered.order());
            case Command.OrderStripe ordered -> workers.order(ordered.order());
            case Command.OrderRestore ordered -> workers.order(ordered.order());
            case Command.Say say -> {}
            case Command.Forget forget -> {}
        }
    }

    private void shown(JobStatus status) {
        post.show(status);
        sessions.check(status);
        if (time.random.nextInt(25) == 0 && status.kind() != JobKind.CANCEL && cancels < MOST_CANCELS) {
            cancels++;
            int target = Integer.parseInt(status.id().text().substring(6));
            int instance = Integer.parseInt(status.instance().text().substring(3));
            JobRequest cancel = Samples.cancel(JOBS + cancels, instance, target);
            time.later(time.random.nextInt(1_000), () -> ask(cancel));
        }
    }
}
