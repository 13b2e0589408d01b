package io.holdfast.coordinator.ledger;

import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.JobKind;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.quantity.Lsn;
import io.holdfast.protocol.session.SessionOrder;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.protocol.stripe.StripeOrder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What holds after every step of a ledger. */
final class Invariants {
    private final MemoryRows rows;
    private final LedgerRules rules;
    private final SimulatedCatalog catalog;
    private final Map<JobId, JobStatus> last = new HashMap<>();
    private final Map<JobId, Attempt> published = new HashMap<>();
    private final Map<JobId, Map<Long, Set<Long>>> indexed = new HashMap<>();
    private final Map<SetId, Lsn> sessions = new HashMap<>();
    private final Set<JobId> accepted = new HashSet<>();

    private final Set<JobId> keysEnded = new HashSet<>();

    Invariants(MemoryRows rows, LedgerRules rules, SimulatedCatalog catalog) {
        this.rows = rows;
        this.rules = rules;
        this.catalog = catalog;
    }

    MemoryRows rows() {
        return rows;
    }

    LedgerRules rules() {
        return rules;
    }

    private static void demand(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    private JobStatus status(JobId job) {
        JobStatus status = last.get(job);
        if (status == null) {
            throw new AssertionError(job + " was never shown");
        }
        return status;
    }

    void check(Command command) {
        switch (command) {
            case Command.Show show -> show(show.status());
            case Command.Say say -> {
                if (say.event().what() instanceof Happening.Accepted) {
                    demand(accepted.add(say.event().job()), "a job is accepted twice");
                }
            }
            case Command.OrderStripe ordered -> alive(ordered.order().job(), ordered.order());
            case Command.OrderSession ordered -> session(ordered.order());
            case Command.OrderRestore ordered ->
                demand(!status(ordered.order().job()).state().terminal(), "a restore is ordered after the end");
            case Command.Forget forget -> {}
        }
    }

    private void show(JobStatus status) {
        JobStatus before = last.put(status.id(), status);
        if (before == null) {
            demand(status.state() == JobState.ACCEPTED, "a job begins as " + status.state());
            return;
        }
        demand(!before.state().terminal(), status.id() + " goes on after " + before.state());
        int attempts = status.attempt().compareTo(before.attempt());
        demand(attempts >= 0, status.id() + " goes back to an older attempt");
        demand(
                attempts > 0 || status.state().compareTo(before.state()) >= 0,
                status.id() + " goes back from " + before.state() + " to " + status.state());
        demand(
                before.state() != JobState.PUBLISHING
                        || status.state() == JobState.PUBLISHING
                        || status.state() == JobState.COMPLETE,
                status.id() + " turns back from the point of no return");
        if (status.kind() == JobKind.BACKUP && status.state().terminal()) {
            backupEnds(before, status);
        }
    }

    private void backupEnds(JobStatus before, JobStatus status) {
        SetId set = SetId.of(status.id(), status.attempt());
        if (status.state() == JobState.COMPLETE) {
            demand(before.state() == JobState.PUBLISHING, status.id() + " is complete without being published");
            demand(catalog.manifest(set).isPresent(), status.id() + " is complete without a manifest");
            demand(catalog.lists(status.instance(), set), status.id() + " is complete and not in the catalog");
        } else {
            demand(catalog.manifest(set).isEmpty(), status.id() + " ends as " + status.state() + " with a manifest");
        }
    }

    private void alive(JobId job, StripeOrder order) {
        JobStatus status = status(job);
        demand(!status.state().terminal(), "a stripe is ordered after the end");
        demand(status.attempt().equals(order.attempt()), "a stripe of an older attempt is ordered");
        if (order instanceof StripeOrder.Seal seal) {
            Lsn start = sessions.putIfAbsent(seal.context().set(), seal.startLsn());
            demand(start == null || start.equals(seal.startLsn()), "stripes of two sessions are in one set");
        }
    }

    private void session(SessionOrder order) {
        JobStatus status = status(order.job());
        demand(
                status.state().terminal() == order instanceof SessionOrder.EndKeys,
                "a session is ordered after the end, or keys end before it");
        demand(status.attempt().equals(order.attempt()), "a session of an older attempt is ordered");
        switch (order) {
            case SessionOrder.SealIndex index -> {
                Set<Long> numbers = indexed.computeIfAbsent(index.job(), job -> new HashMap<>())
                        .computeIfAbsent(index.attempt().number(), attempt -> new HashSet<>());
                for (StreamRef stream : index.streams()) {
                    numbers.add(stream.stripe().number());
                    byte maker = stream.receipt().stream().bytes().toArray()[0];
                    demand(maker == index.attempt().number(), "the index holds a stream of another attempt");
                }
            }
            case SessionOrder.Publish publish -> {
                Attempt other = published.put(publish.job(), publish.attempt());
                demand(
                        publish.opened()
                                .startLsn()
                                .equals(sessions.get(publish.opened().context().set())),
                        "the manifest is of another session than the stripes");
                demand(other == null || other.equals(publish.attempt()), "two attempts are published");
                int stripes = indexed.getOrDefault(publish.job(), Map.of())
                        .getOrDefault(publish.attempt().number(), Set.of())
                        .size();
                demand(publish.totals().stripes() == stripes, "the totals are not those of the index");
            }
            case SessionOrder.EndKeys end -> keysEnded.add(end.job());
            case SessionOrder.OpenBackup open -> {}
            case SessionOrder.PlanVerify plan -> {}
            case SessionOrder.RewrapSets rewrap -> {}
        }
    }

    void check() {
        Map<InstanceName, JobId> running = new HashMap<>();
        for (Map.Entry<String, Row> entry : rows.rows.tailMap("job/").entrySet()) {
            if (!(entry.getValue() instanceof Row.Job job)) {
                break;
            }
            boolean runs = job.state() != JobState.ACCEPTED && !job.state().terminal();
            if (runs && job.request() instanceof JobRequest.Backup) {
                JobId other = running.put(job.request().instance(), job.id());
                demand(other == null, "two backups of one instance run");
            }
            int flights = rows.keys(RowKey.ofAttempt("flight/", job.id(), job.attempt()), 1000)
                    .size();
            demand(flights <= rules.window(), "more stripes are issued than the window holds");
        }
    }

    boolean allOver() {
        return last.values().stream().allMatch(status -> status.state().terminal())
                && rows.keys(RowKey.ACTIVE, 1).isEmpty();
    }

    /** How each job stands, in the order of their ids. */
    Map<String, String> ends() {
        Map<String, String> ends = new TreeMap<>();
        last.forEach((id, status) -> ends.put(id.text(), status.state() + " in attempt " + status.attempt()));
        return ends;
    }

    void atTheEnd() {
        last.values().stream()
                .filter(status -> status.kind() == JobKind.BACKUP)
                .forEach(status -> demand(keysEnded.contains(status.id()), status.id() + " keeps its keys"));
        last.values().forEach(status -> demand(status.state().terminal(), status.id() + " ends as " + status.state()));
        demand(
                rows.rows.keySet().stream()
                        .allMatch(key ->
                                key.startsWith("job/") || key.startsWith("ended/") || key.startsWith("instance/")),
                "something is left: " + rows.rows.keySet());
    }
}
