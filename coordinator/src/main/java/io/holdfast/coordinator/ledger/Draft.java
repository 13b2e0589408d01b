package io.holdfast.coordinator.ledger;

import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.MemberId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One step of the ledger while it is being made: what was read, with what has been changed over it. */
final class Draft {
    private final LedgerView view;
    private final Map<RowKey, Optional<Row>> changes = new LinkedHashMap<>();
    private final List<Command> commands = new ArrayList<>();
    private final MemberId self;
    final Instant now;

    Draft(LedgerView view, MemberId self, Instant now) {
        this.view = view;
        this.self = self;
        this.now = now;
    }

    <R extends Row> @Nullable R find(RowKey key, Class<R> type) {
        Optional<Row> changed = changes.get(key);
        Row row = changed != null ? changed.orElse(null) : view.find(key);
        return row == null ? null : type.cast(row);
    }

    /** The row of a key that must be there. */
    <R extends Row> R get(RowKey key, Class<R> type) {
        R row = find(key, type);
        if (row == null) {
            throw new IllegalStateException("the ledger misses its row " + key);
        }
        return row;
    }

    /** The keys that stand in the view, without those that this step removed. What this step added is not among them. */
    List<RowKey> keys(String prefix, int limit) {
        return view.keys(prefix, limit).stream()
                .filter(key -> {
                    Optional<Row> changed = changes.get(key);
                    return changed == null || changed.isPresent();
                })
                .toList();
    }

    void put(RowKey key, Row row) {
        changes.put(key, Optional.of(row));
    }

    void remove(RowKey key) {
        changes.put(key, Optional.empty());
    }

    void command(Command command) {
        commands.add(command);
    }

    void say(Row.Job job, Happening what) {
        command(new Command.Say(JobEvent.of(job.id(), job.request().instance(), job.attempt(), self, now, what)));
    }

    Tally tally(Row.Job job) {
        return get(RowKey.tally(job.id()), Tally.class);
    }

    void put(Row.Job job, Tally tally) {
        put(RowKey.tally(job.id()), tally);
    }

    /** Writes the job down and publishes its status. */
    void show(Row.Job job) {
        put(RowKey.job(job.id()), job);
        Tally tally = tally(job).shown(now);
        put(job, tally);
        command(new Command.Show(new JobStatus(
                1,
                job.id(),
                job.request().kind(),
                job.request().instance(),
                job.attempt(),
                job.state(),
                job.set(),
                job.suite(),
                tally.progress(),
                job.submitted(),
                now,
                job.failure(),
                job.note(),
                warning(job))));
    }

    /** Against its suite, and, once its backup is open, against its encryptors. */
    private @Nullable String warning(Row.Job job) {
        List<String> warnings = new ArrayList<>();
        Optional.ofNullable(job.warning()).ifPresent(warnings::add);
        Row.Facts facts = find(RowKey.facts(job.id()), Row.Facts.class);
        if (facts != null) {
            warnings.addAll(facts.opened().keyWarnings());
        }
        return warnings.isEmpty() ? null : String.join("; ", warnings);
    }

    /** Writes the job down in its new state, tells it and shows it. */
    void move(Row.Job job, @Nullable FailureReport failure) {
        say(job, new Happening.Moved(job.state(), failure));
        show(job);
    }

    Outcome outcome() {
        return new Outcome(Map.copyOf(changes), List.copyOf(commands));
    }
}
