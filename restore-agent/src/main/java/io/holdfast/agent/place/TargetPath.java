package io.holdfast.agent.place;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.RestoreFolder;
import io.holdfast.protocol.failure.Corrupt;

/** The rules for paths of a set, checked once more before anything is written. */
final class TargetPath {
    private static final int LONGEST = 4_096;

    private TargetPath() {}

    /** Returns {@code path} when it stays below the data directory and out of the restore's own folder. */
    static String checked(String path) {
        if (path.isEmpty() || path.length() > LONGEST || path.indexOf('\0') >= 0) {
            throw escapes(path);
        }
        for (String part : path.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                throw escapes(path);
            }
        }
        if (path.equals(RestoreFolder.NAME) || path.startsWith(RestoreFolder.NAME + "/")) {
            throw escapes(path);
        }
        return path;
    }

    static Corrupt escapes(String path) {
        String shown = path.length() <= 200 ? path : path.substring(0, 200) + "…";
        return new Corrupt(
                AgentFailure.PATH_ESCAPES,
                "the set holds the path \"" + shown.replace('\0', '?')
                        + "\", which would be written outside the target");
    }
}
