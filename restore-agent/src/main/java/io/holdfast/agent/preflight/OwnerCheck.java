package io.holdfast.agent.preflight;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.FileOwner;
import io.holdfast.agent.FileTrouble;
import io.holdfast.agent.RestorePlan;
import io.holdfast.agent.TablespacePlace;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether the user that the instance will run as can reach it. */
final class OwnerCheck {
    private static final int OWNER_PASSES = 0100;
    private static final int GROUP_PASSES = 0010;
    private static final int OTHERS_PASS = 0001;

    private OwnerCheck() {}

    static String check(RestorePlan plan, Optional<FileOwner> owner) {
        if (owner.isEmpty()) {
            return "files will belong to the agent's own user";
        }
        FileOwner user = owner.get();
        if (user.uid() == 0) {
            throw new Permanent(
                    AgentFailure.USER_UNFIT,
                    "the instance should belong to root, but PostgreSQL refuses to run as root");
        }
        reachable(plan.directory().getParent(), user);
        for (TablespacePlace space : plan.tablespaces()) {
            reachable(space.place().getParent(), user);
        }
        return "files will belong to the user " + user.name();
    }

    private static void reachable(@Nullable Path directory, FileOwner user) {
        for (Path path = directory; path != null; path = path.getParent()) {
            if (Files.isDirectory(path) && !passes(path, user)) {
                throw new Permanent(
                        AgentFailure.USER_UNFIT,
                        "the user " + user.name() + " may not pass " + path
                                + ", so that a server of this user could not start below it",
                        "Restore below directories that this user may pass, or allow it: chmod o+x " + path);
            }
        }
    }

    private static boolean passes(Path directory, FileOwner user) {
        try {
            Map<String, Object> found = Files.readAttributes(directory, "unix:uid,gid,mode");
            int mode = number(found, "mode");
            if (user.uid() == number(found, "uid")) {
                return (mode & OWNER_PASSES) != 0;
            }
            if (user.gid() == number(found, "gid")) {
                return (mode & GROUP_PASSES) != 0;
            }
            return (mode & OTHERS_PASS) != 0;
        } catch (IOException e) {
            throw FileTrouble.of("look at", directory, e);
        }
    }

    private static int number(Map<String, Object> attributes, String name) {
        return attributes.get(name) instanceof Integer number ? number : 0;
    }
}
