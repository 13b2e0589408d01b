package io.holdfast.agent.preflight;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.RestorePlan;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.job.AfterRestore;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** PostgreSQL's programs on this host. */
public interface Programs {
    /** Where they lie; empty when the agent knows none for this major version. */
    Optional<Path> directory(int major);

    /** The major version of the server program in a directory; empty when there is none that runs. */
    Optional<Integer> major(Path directory);

    /** The folders that are looked into, in this order: those of the setting postgresql.binaries, then the usual ones. */
    List<Path> places(int major);

    /** Says which programs are missing, and where they were looked for. */
    static Permanent missing(Programs programs, int major) {
        return new Permanent(
                AgentFailure.BINARIES_MISSING,
                "the set is of PostgreSQL " + major
                        + " and should be started, but no postgres and pg_ctl that run are in "
                        + programs.places(major).stream().map(Path::toString).collect(Collectors.joining(" or "))
                        + " (the setting postgresql.binaries, then the usual places)");
    }

    /** Refuses when the plan needs programs that are not there or of another version; else says so in words. */
    static String check(Programs programs, RestorePlan plan) {
        int wanted = plan.manifest().server().major();
        if (plan.after() == AfterRestore.LEAVE) {
            return "no PostgreSQL programs are needed";
        }
        Path directory = programs.directory(wanted).orElseThrow(() -> missing(programs, wanted));
        int found = programs.major(directory).orElseThrow(() -> missing(programs, wanted));
        if (found != wanted) {
            throw new Permanent(
                    AgentFailure.WRONG_VERSION,
                    "the set is of PostgreSQL " + wanted + ", but the programs in " + directory + " are of " + found);
        }
        return "PostgreSQL " + found + " is in " + directory;
    }
}
