package io.holdfast.agent.preflight;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.JournalIdentity;
import io.holdfast.agent.JournalState;
import io.holdfast.agent.RestorePlan;
import io.holdfast.agent.StandingCluster;
import io.holdfast.agent.TablespacePlace;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.job.OnNotEmpty;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Whether the target may be written: what lies there, and whether it may go. */
final class TargetCheck {
    private final RestorePlan plan;
    private final Optional<JournalState> journal;

    TargetCheck(RestorePlan plan, Optional<JournalState> journal) {
        this.plan = plan;
        this.journal = journal;
    }

    /** Refuses, or says in words what was found. */
    String check() {
        parent(plan.directory(), "the target directory");
        refuseRunningServer();
        return switch (TargetInspection.of(plan.directory(), journal)) {
            case TargetState.Absent a -> spaces("the target is new", Leaving.NOTHING);
            case TargetState.Empty e -> spaces("the target is empty", Leaving.NOTHING);
            case TargetState.NoDirectory n ->
                throw new Permanent(
                        AgentFailure.DIRECTORY_UNFIT, plan.directory() + " is no directory, or a link to one");
            case TargetState.Unfinished u -> unfinished(u.journal());
            case TargetState.Cluster c -> {
                if (plan.onNotEmpty() == OnNotEmpty.REFUSE) {
                    throw notEmpty(plan.directory(), "a PostgreSQL " + c.version() + " data directory");
                }
                yield spaces(
                        "the PostgreSQL " + c.version() + " data directory there will be removed",
                        Leaving.of(new StandingCluster(plan.directory())));
            }
            case TargetState.Occupied o -> {
                if (plan.onNotEmpty() == OnNotEmpty.REFUSE) {
                    throw notEmpty(plan.directory(), o.example());
                }
                throw new Permanent(
                        AgentFailure.NOT_A_CLUSTER,
                        plan.directory() + " should be replaced, but holds " + o.example() + " and is no database");
            }
        };
    }

    private String unfinished(Optional<JournalState> found) {
        JournalIdentity wanted = JournalIdentity.of(plan);
        if (found.isPresent() && found.get().identity().equals(wanted)) {
            if (!found.get().cleared() && plan.onNotEmpty() == OnNotEmpty.REFUSE) {
                if (TargetInspection.holdsNothingElse(plan.directory())) {
                    return spaces("a restore that had just begun goes on", Leaving.NOTHING);
                }
                throw notEmpty(plan.directory(), "what a restore was about to replace when it was interrupted");
            }
            return "an unfinished restore of this set goes on: "
                    + found.get().placed().size() + " of " + plan.streams().size() + " streams are placed";
        }
        if (plan.onNotEmpty() == OnNotEmpty.REPLACE) {
            Leaving mine = Leaving.of(new StandingCluster(plan.directory()));
            return spaces(
                    "the unfinished restore there will be given up",
                    found.map(state -> mine.and(state.identity())).orElse(mine));
        }
        if (found.isEmpty()) {
            throw new Permanent(
                    AgentFailure.JOURNAL_DAMAGED,
                    plan.directory() + " holds an unfinished restore whose journal does not say of what");
        }
        boolean sameSet = found.get().identity().set().equals(wanted.set());
        throw new Permanent(
                AgentFailure.JOURNAL_OF_ANOTHER_SET,
                plan.directory() + " holds an unfinished restore of "
                        + (sameSet
                                ? "the same set with other places of tablespaces: "
                                        + found.get().identity().tablespaces()
                                : "set " + found.get().identity().set() + ", not of " + wanted.set()));
    }

    /**
     * Each place must be free, or used by what is being replaced; even then another cluster of the set's version may have its
     * directory there.
     */
    private String spaces(String words, Leaving replaced) {
        String version = JournalIdentity.of(plan).version();
        for (TablespacePlace space : plan.tablespaces()) {
            Path place = space.place();
            parent(place, "the place of tablespace " + space.source().oid());
            switch (TargetInspection.of(place, Optional.empty())) {
                case TargetState.Absent a -> {}
                case TargetState.Empty e -> {}
                case TargetState.NoDirectory n ->
                    throw new Permanent(
                            AgentFailure.TABLESPACE_UNFIT,
                            "the place " + place + " of tablespace "
                                    + space.source().oid() + " is no directory, or a link to one");
                case TargetState.Unfinished u -> throw notEmpty(place, "a restore");
                case TargetState.Cluster c -> throw notEmpty(place, "a PostgreSQL data directory");
                case TargetState.Occupied o -> {
                    if (plan.onNotEmpty() == OnNotEmpty.REFUSE
                            || !replaced.places().contains(place)) {
                        throw notEmpty(place, o.example());
                    }
                    Set<Path> others = StandingCluster.inPlace(place, version);
                    others.removeAll(replaced.directories());
                    if (!others.isEmpty()) {
                        throw notEmpty(place, others.iterator().next().getFileName() + " of another database");
                    }
                }
            }
        }
        return words;
    }

    private static void parent(Path directory, String what) {
        Path parent = directory.getParent();
        if (parent == null) {
            throw new Permanent(AgentFailure.DIRECTORY_UNFIT, what + " cannot be the root of the file system");
        }
        if (!Files.isDirectory(parent)) {
            throw new Permanent(
                    AgentFailure.DIRECTORY_UNFIT, what + " is " + directory + ", but there is no directory " + parent);
        }
        Path written = Files.isDirectory(directory) ? directory : parent;
        if (!Files.isWritable(written) || !Files.isExecutable(written)) {
            throw new Permanent(
                    AgentFailure.DIRECTORY_UNFIT,
                    what + " is " + directory + ", but " + written + " may not be written by the user "
                            + System.getProperty("user.name"));
        }
    }

    private void refuseRunningServer() {
        RunningServer.in(plan.directory()).ifPresent(process -> {
            throw new Permanent(
                    AgentFailure.SERVER_RUNNING,
                    "a server runs in " + plan.directory() + ": process " + process + " of its postmaster.pid");
        });
    }

    private static Permanent notEmpty(Path directory, String example) {
        return new Permanent(AgentFailure.DIRECTORY_NOT_EMPTY, directory + " is not empty: it holds " + example);
    }
}
