package io.holdfast.coordinator.ledger;

import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.id.MemberId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The ledger in its stream task: inputs in their order, several in one transaction, whose rows and commands become visible together.
 * A transaction may be aborted by a crash; then its inputs come once more, after a while in which others pile up behind them. The
 * clock of the member that takes over may be another one.
 */
final class SimulatedLedger {
    private static final int COMMIT_MILLIS = 100;

    private final SimulatedTime time;
    private final Mutant mutant;
    private final MemoryRows rows;
    private final JobLedger ledger;
    private final Invariants invariants;
    private final Consumer<Command> committed;

    private final Deque<LedgerInput> waiting = new ArrayDeque<>();
    private final List<LedgerInput> inTransaction = new ArrayList<>();
    private final List<Command> commands = new ArrayList<>();
    private final Map<RowKey, Optional<Row>> before = new HashMap<>();
    private boolean open;
    private boolean down;
    private Duration skew = Duration.ZERO;

    SimulatedLedger(SimulatedTime time, Mutant mutant, Invariants invariants, Consumer<Command> committed) {
        this.time = time;
        this.mutant = mutant;
        this.invariants = invariants;
        this.rows = invariants.rows();
        this.ledger = new JobLedger(MemberId.parse("ledger"), invariants.rules());
        this.committed = committed;
        time.later(1_000, this::tick);
    }

    /** An input arrives. */
    void hear(LedgerInput input) {
        if (down) {
            waiting.add(input);
        } else {
            apply(input);
        }
    }

    /** The row that the last committed transaction left; what an order stems from must stand there. */
    @Nullable
    Row committedRow(RowKey key) {
        Optional<Row> earlier = before.get(key);
        return earlier == null ? rows.find(key) : earlier.orElse(null);
    }

    private void tick() {
        time.later(1_000, this::tick);
        if (down || mutant == Mutant.NO_LEASES) {
            return;
        }
        for (RowKey key : rows.keys(RowKey.ACTIVE, 1000)) {
            if (!down && rows.find(key) instanceof Row.Pointer pointer) {
                apply(new LedgerInput.Tick(pointer.job()));
            }
        }
    }

    private void apply(LedgerInput input) {
        if (!open) {
            open = true;
            time.later(COMMIT_MILLIS, this::end);
        }
        Outcome outcome = ledger.apply(view(), fenced(input), time.now().plus(skew));
        outcome.changes().keySet().forEach(key -> before.putIfAbsent(key, Optional.ofNullable(rows.find(key))));
        rows.write(outcome);
        inTransaction.add(input);
        commands.addAll(outcome.commands());
        if (mutant == Mutant.READS_UNCOMMITTED) {
            outcome.commands().stream()
                    .filter(command -> !(command instanceof Command.Show))
                    .forEach(committed);
        }
        invariants.check();
    }

    private void end() {
        open = false;
        if (time.worse()) {
            abort();
        } else {
            commit();
        }
    }

    private void commit() {
        before.clear();
        inTransaction.clear();
        List<Command> done = List.copyOf(commands);
        commands.clear();
        for (Command command : done) {
            invariants.check(command);
            if (mutant != Mutant.READS_UNCOMMITTED || command instanceof Command.Show) {
                committed.accept(command);
            }
        }
    }

    private void abort() {
        before.forEach((key, row) -> rows.put(key, row));
        before.clear();
        commands.clear();
        List<LedgerInput> again = inTransaction.stream()
                .filter(input -> !(input instanceof LedgerInput.Tick))
                .toList();
        inTransaction.clear();
        again.reversed().forEach(waiting::addFirst);
        down = true;
        time.later(1_000 + time.random.nextInt(45_000), this::takenOver);
    }

    private void takenOver() {
        down = false;
        if (time.bad()) {
            skew = Duration.ofSeconds(time.random.nextInt(-600, 600));
        }
        while (!down && !waiting.isEmpty()) {
            apply(waiting.remove());
        }
    }

    private LedgerInput fenced(LedgerInput input) {
        return mutant == Mutant.NO_FENCING && input instanceof LedgerInput.Happened happened
                ? ofThePresentAttempt(happened)
                : input;
    }

    private LedgerInput ofThePresentAttempt(LedgerInput.Happened happened) {
        JobEvent event = happened.event();
        return rows.find(RowKey.job(event.job())) instanceof Row.Job job
                ? new LedgerInput.Happened(JobEvent.of(
                        event.job(), job.request().instance(), job.attempt(), event.member(), event.at(), event.what()))
                : happened;
    }

    private LedgerView view() {
        return mutant == Mutant.COUNTS_DUPLICATES ? new Forgetful(rows) : rows;
    }

    /** Does not remember that a stripe is done. */
    private record Forgetful(MemoryRows rows) implements LedgerView {
        @Override
        public @Nullable Row find(RowKey key) {
            Row row = rows.find(key);
            return row instanceof Row.Stripe stripe && stripe.stage() == Row.Stage.DONE
                    ? new Row.Stripe(Row.Stage.ISSUED, stripe.tries(), stripe.stream())
                    : row;
        }

        @Override
        public List<RowKey> keys(String prefix, int limit) {
            return rows.keys(prefix, limit);
        }
    }
}
