package io.holdfast.agent.plan;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.RealPlace;
import io.holdfast.protocol.failure.Permanent;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Reads the paths that a restore is told, and compares where they really lie. */
final class TargetPaths {
    private TargetPaths() {}

    /** The path of {@code text}: absolute, without {@code .} and {@code ..}, and not the root. */
    static Path absolute(String what, String text, AgentFailure code) {
        Path path;
        try {
            path = Path.of(text).normalize();
        } catch (InvalidPathException e) {
            throw new Permanent(code, what + " is \"" + text + "\", which is no path: " + e.getReason(), e);
        }
        if (!path.isAbsolute() || path.getParent() == null) {
            throw new Permanent(
                    code,
                    what + " is \"" + text + "\", but must be an absolute path, such as /srv/postgresql/restored");
        }
        return path;
    }

    /** Whether one lies in the other, or both are the same, links above them followed. */
    static boolean touch(Path one, Path other) {
        Path a = RealPlace.of(one);
        Path b = RealPlace.of(other);
        return a.startsWith(b) || b.startsWith(a);
    }
}
