package io.holdfast.agent.app;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.JournalState;
import io.holdfast.agent.RestoreFolder;
import io.holdfast.agent.RestorePlan;
import io.holdfast.agent.RestoreRequest;
import io.holdfast.agent.RestoreWatch;
import io.holdfast.agent.fetch.Fetching;
import io.holdfast.agent.place.Journal;
import io.holdfast.agent.place.Placement;
import io.holdfast.agent.plan.Planning;
import io.holdfast.agent.preflight.Preflight;
import io.holdfast.agent.recover.Recovery;
import io.holdfast.agent.recover.RestoredManifest;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.OnNotEmpty;
import io.holdfast.protocol.restore.RestoreResult;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.Repository;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** One restore from its request to its result; {@link #restore} is its table of contents. For one thread. */
final class RestoreRun {
    private final RestoreTools tools;
    private final RestoreMemory memory;
    private final BooleanSupplier cancelled;
    private final StepClock clock;
    private final List<String> checks = new ArrayList<>();

    /** {@code cancelled} is asked often; once it says so, the restore ends where it is and can go on later. */
    RestoreRun(RestoreTools tools, RestoreMemory memory, RestoreWatch watch, BooleanSupplier cancelled) {
        this.tools = tools;
        this.memory = memory;
        this.cancelled = cancelled;
        this.clock = new StepClock(watch, tools.metrics());
    }

    /** Restores; a refusal leaves the target untouched, a failure leaves what can be gone on with: the same set again. */
    RestoreResult restore(RestoreRequest request) {
        Optional<SetId> chosen = memory.chosen();
        RestorePlan plan = plan(chosen.map(request::of).orElse(request));
        if (chosen.isEmpty()) {
            memory.chosen(plan.manifest().set());
        }
        return restore(plan);
    }

    /** The same for a plan that is known already. */
    RestoreResult restore(RestorePlan plan) {
        tools.targets().check(plan);
        Optional<RestoreMemory.Totals> before = finishedBefore(plan);
        RestoreMemory.Totals totals = before.isPresent() ? before.get() : rebuild(plan);
        return new Aftermath(tools, plan, clock, checks).finish(totals);
    }

    /** What a restore would do; touches nothing. */
    RestorePlan plan(RestoreRequest request) {
        return clock.step("plan", () -> Planning.of(request, tools.sets().find(request.instance(), request.set())));
    }

    /** Refuses what cannot succeed, else says what was found; touches nothing. */
    List<String> preflight(RestorePlan plan) {
        return clock.step("preflight", () -> {
            try (Repository repository = tools.repositories().open(plan.repository())) {
                return preflight(plan, repository);
            }
        });
    }

    private List<String> preflight(RestorePlan plan, Repository repository) {
        Preflight preflight = new Preflight(
                tools.programs(),
                tools.owner(),
                new RepositoryAccess(repository, tools.repositories()),
                set -> key(set).ifPresent(SecretBytes::close));
        return preflight.check(plan, journal(plan));
    }

    private RestoreMemory.Totals rebuild(RestorePlan plan) {
        try (Repository repository = tools.repositories().open(plan.repository())) {
            clock.step("preflight", () -> preflight(plan, repository));
            try (Placement placement = clock.step("begin", () -> Placement.begin(plan, tools.owner(), tools.boot()))) {
                RestoreMemory.Totals totals = placement.releasedBefore()
                        ? memory.placed().orElseGet(() -> promised(plan))
                        : place(plan, repository, placement);
                clock.step("release", placement::release);
                return totals;
            }
        }
    }

    private RestoreMemory.Totals place(RestorePlan plan, Repository repository, Placement placement) {
        fetch(plan, repository, placement);
        RestoreMemory.Totals totals = complete(plan, placement);
        clock.step("settle", placement::settle);
        memory.placed(totals);
        return totals;
    }

    private static RestoreMemory.Totals promised(RestorePlan plan) {
        return new RestoreMemory.Totals(
                plan.manifest().totals().files(), plan.dataBytes().number());
    }

    private void fetch(RestorePlan plan, Repository repository, Placement placement) {
        List<StreamRef> open = plan.streams().stream()
                .filter(stream -> !placement
                        .placed()
                        .containsKey(stream.receipt().stream().text()))
                .toList();
        clock.plan(plan, placement.placed().values());
        if (placement.settledBefore() || open.isEmpty()) {
            return;
        }
        clock.step("fetch", () -> {
            Optional<SecretBytes> key = key(plan);
            try {
                new Fetching(plan, repository, key).fetch(open, placement::sink, listener());
            } finally {
                key.ifPresent(SecretBytes::close);
            }
        });
    }

    private Fetching.Listener listener() {
        return new Fetching.Listener() {
            @Override
            public void bytes(long count) {
                clock.placed(count);
                refuseCancelled();
            }

            @Override
            public void done(StreamRef stream) {
                clock.placed(stream);
            }
        };
    }

    private RestoreMemory.Totals complete(RestorePlan plan, Placement placement) {
        return clock.step("complete", () -> {
            refuseCancelled();
            try (RestoredManifest manifest = RestoredManifest.begin(plan.directory(), plan.manifest())) {
                Placement.Placed placed = placement.complete(manifest);
                boolean made = Recovery.completeConfiguration(plan.directory());
                manifest.finish();
                Recovery.order(plan.directory());
                checks.add("placed: " + placed.files() + " files, " + placed.bytes()
                        + " bytes; every extent has the checksum that was taken at the source");
                checks.add("log: complete from " + plan.manifest().wal().firstSegment() + " to "
                        + plan.manifest().wal().lastSegment());
                if (plan.manifest().tainted()) {
                    checks.add("warning: " + plan.manifest().totals().badPageCount()
                            + " pages had a wrong checksum already when the set was made");
                }
                Recovery.namedDirectory(plan.directory())
                        .ifPresent(named -> checks.add("warning: postgresql.conf sets data_directory = '" + named
                                + "'; correct it, or a server that is started here by hand works there"));
                if (made) {
                    checks.add(
                            "configuration: postgresql.conf lay outside the source's data directory and is not in the set;"
                                    + " the least that starts was written");
                }
                return new RestoreMemory.Totals(placed.files(), placed.bytes());
            }
        });
    }

    /** The data key, to be closed by the caller; none for suite none. */
    private Optional<SecretBytes> key(RestorePlan plan) {
        Bytes commitment = plan.manifest().dekCommitment();
        if (commitment == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(tools.keys().unwrap(plan.manifest().context(), plan.keys(), commitment));
        } catch (Transient e) {
            throw e;
        } catch (Failure e) {
            throw new Denied(
                    AgentFailure.KEY_REFUSED,
                    "the data key of set " + plan.manifest().set() + " does not open: " + e.what(),
                    e.hint(),
                    e);
        }
    }

    private Optional<JournalState> journal(RestorePlan plan) {
        try {
            return Journal.read(RestoreFolder.of(plan.directory()), tools.boot());
        } catch (Corrupt e) {
            if (plan.onNotEmpty() == OnNotEmpty.REPLACE) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Whether this very restore had placed everything and was only interrupted after that. */
    private Optional<RestoreMemory.Totals> finishedBefore(RestorePlan plan) {
        boolean unfinished = Files.exists(RestoreFolder.of(plan.directory()).journal(), LinkOption.NOFOLLOW_LINKS);
        return unfinished ? Optional.empty() : memory.placed();
    }

    private void refuseCancelled() {
        if (cancelled.getAsBoolean()) {
            throw new Permanent(
                    AgentFailure.INTERRUPTED, "the restore was cancelled, or its order was taken from this agent");
        }
    }
}
