package io.holdfast.agent.app;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.RestorePlan;
import io.holdfast.agent.preflight.Programs;
import io.holdfast.agent.prove.PrivateDoor;
import io.holdfast.agent.prove.Proof;
import io.holdfast.agent.recover.Recovery;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.quantity.Timeline;
import io.holdfast.protocol.restore.RestoreResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What follows once everything is in place: leave, start, or prove. */
final class Aftermath {
    private final RestoreTools tools;
    private final RestorePlan plan;
    private final StepClock clock;
    private final List<String> checks;

    Aftermath(RestoreTools tools, RestorePlan plan, StepClock clock, List<String> checks) {
        this.tools = tools;
        this.plan = plan;
        this.clock = clock;
        this.checks = checks;
    }

    RestoreResult finish(RestoreMemory.Totals totals) {
        @Nullable
        Timeline timeline = switch (plan.after()) {
            case LEAVE -> null;
            case START -> start();
            case PROVE -> prove();
        };
        Suite suite = plan.manifest().options().suite();
        return new RestoreResult(
                plan.manifest().set(),
                suite,
                plan.directory().toString(),
                totals.files(),
                ByteCount.of(totals.bytes()),
                timeline,
                List.copyOf(checks),
                suite.warning().orElse(null));
    }

    private Timeline start() {
        Timeline timeline = clock.step("recover", () -> recovery().start(Map.of()));
        checks.add(recovered(timeline));
        return timeline;
    }

    private Timeline prove() {
        Proof proof = new Proof(programs(), tools.owner(), plan.directory());
        // Once it has run, its files are no longer those of the backup.
        if (Files.exists(plan.directory().resolve("recovery.signal"))) {
            checks.add(clock.step("prove", proof::files));
        }
        Recovery recovery = recovery();
        Timeline timeline;
        try (PrivateDoor door =
                PrivateDoor.open(tools.owner(), tools.postgresql().superuser())) {
            try {
                timeline = clock.step("recover", () -> recovery.start(door.options()));
                checks.add(recovered(timeline));
                checks.add(clock.step("prove", () -> proof.databases(door)));
                checks.add(clock.step("prove", () -> proof.amcheck(door)));
            } finally {
                recovery.stop();
            }
        }
        checks.add(clock.step("prove", () -> proof.pages(plan.manifest().server())));
        Recovery.forgetLog(plan.directory());
        return timeline;
    }

    private String recovered(Timeline timeline) {
        Timeline old = plan.manifest().server().timeline();
        if (timeline.compareTo(old) <= 0) {
            throw new Permanent(
                    AgentFailure.PROOF_FAILED,
                    "the restored instance is on timeline " + timeline + ", which is not newer than " + old
                            + " of its original");
        }
        return "recovery: consistent at " + plan.manifest().stopLsn() + ", on the new timeline " + timeline;
    }

    private Recovery recovery() {
        return new Recovery(programs(), plan.directory(), tools.postgresql().recoveryPatience());
    }

    private Path programs() {
        int major = plan.manifest().server().major();
        return tools.programs().directory(major).orElseThrow(() -> Programs.missing(tools.programs(), major));
    }
}
