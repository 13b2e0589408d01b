package io.holdfast.agent;

import io.holdfast.protocol.failure.Denied;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where restores may write. A job may name any path; this is what keeps whoever writes jobs, or orders, out of the rest of the host.
 *
 * @param folders directories and tablespaces must lie below one of them, links followed; empty optional: anywhere
 */
public record AllowedTargets(Optional<List<Path>> folders) {
    /** For who gives the path and the rights himself, at a command line of this host. */
    public static final AllowedTargets ANYWHERE = new AllowedTargets(Optional.empty());

    public AllowedTargets {
        folders = folders.map(List::copyOf);
    }

    /** Only below these folders; nowhere when there are none. */
    public static AllowedTargets below(List<Path> folders) {
        return new AllowedTargets(Optional.of(folders));
    }

    /**
     * Refuses a plan that would write elsewhere; looks at links only, and touches nothing.
     *
     * @throws Denied target-not-allowed
     */
    public void check(RestorePlan plan) {
        check(plan.directory(), "the target directory");
        for (TablespacePlace space : plan.tablespaces()) {
            check(space.place(), "the place of tablespace " + space.source().oid());
        }
    }

    private void check(Path path, String what) {
        if (folders.isEmpty()) {
            return;
        }
        Path real = RealPlace.of(path);
        for (Path folder : folders.get()) {
            Path root = RealPlace.of(folder);
            if (real.startsWith(root) && !real.equals(root)) {
                return;
            }
        }
        String where = path.equals(real) ? path.toString() : path + ", which is " + real;
        throw new Denied(
                AgentFailure.TARGET_NOT_ALLOWED, what + " is " + where + ", but this agent restores " + allowed());
    }

    private String allowed() {
        List<Path> some = folders.orElse(List.of());
        return some.isEmpty()
                ? "nowhere: its configuration names no targets"
                : "below " + some.stream().map(Path::toString).collect(Collectors.joining(", ")) + " only";
    }
}
