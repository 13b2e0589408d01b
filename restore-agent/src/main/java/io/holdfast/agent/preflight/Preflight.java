package io.holdfast.agent.preflight;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.FileOwner;
import io.holdfast.agent.JournalIdentity;
import io.holdfast.agent.JournalState;
import io.holdfast.agent.RestorePlan;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.AbsentStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds out whether a restore can succeed. Takes seconds, whatever the size of the set, and touches nothing: a restore that
 * is refused here leaves the target as it was.
 *
 * @param owner whose the files will be; empty: the agent's own user
 * @param keys opens the data key of the plan's set, and throws when it does not open
 */
public record Preflight(Programs programs, Optional<FileOwner> owner, SetAccess access, KeyCheck keys) {
    /** Opens the data key of a set. */
    @FunctionalInterface
    public interface KeyCheck {
        /** Opens it, compares it with its commitment, and lets it go. */
        void open(RestorePlan plan);
    }

    /**
     * Refuses by a failure that says what, where, why and what to do.
     *
     * @param journal what an unfinished restore in the target says, where there is one that can be read
     * @return what was found, in words, one line for each check
     */
    public List<String> check(RestorePlan plan, Optional<JournalState> journal) {
        List<String> found = new ArrayList<>();
        SetCheck set = new SetCheck(plan);
        set.engine();
        set.index();
        set.log();
        found.add("the manifest names " + plan.streams().size() + " streams and all the log from start to stop");
        found.add(Programs.check(programs, plan));
        found.add(OwnerCheck.check(plan, owner));
        found.add(new TargetCheck(plan, journal).check());
        List<StreamRef> open = left(plan, journal);
        found.add(new Space(plan, mine(plan, journal), access.spool(plan, open)).check());
        keys.open(plan);
        found.add("the data key opens");
        found.add(streams(plan, open));
        return List.copyOf(found);
    }

    private static Optional<JournalState> mine(RestorePlan plan, Optional<JournalState> journal) {
        return journal.filter(state -> state.identity().equals(JournalIdentity.of(plan)));
    }

    private static List<StreamRef> left(RestorePlan plan, Optional<JournalState> journal) {
        Optional<JournalState> mine = mine(plan, journal);
        if (mine.isEmpty()) {
            return plan.streams();
        }
        return plan.streams().stream()
                .filter(stream -> !mine.get()
                        .placed()
                        .containsKey(stream.receipt().stream().text()))
                .toList();
    }

    private String streams(RestorePlan plan, List<StreamRef> open) {
        List<AbsentStream> missing = access.missing(plan, open);
        if (!missing.isEmpty()) {
            AbsentStream first = missing.getFirst();
            throw new Permanent(
                    AgentFailure.STREAM_MISSING,
                    "repository " + plan.repository() + " lacks " + missing.size() + " of "
                            + plan.streams().size() + " streams of set "
                            + plan.manifest().set() + "; the first is stripe "
                            + first.stream().stripe() + ": " + first.failure().what());
        }
        return open.size() + " streams are in repository " + plan.repository();
    }
}
