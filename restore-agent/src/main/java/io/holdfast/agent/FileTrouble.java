package io.holdfast.agent;

import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;

/** Turns failures of the file system into words. */
public final class FileTrouble {
    private FileTrouble() {}

    /**
     * What to throw when {@code doing} failed.
     *
     * @param doing such as {@code write}
     */
    public static Failure of(String doing, Path path, IOException e) {
        if (e instanceof ClosedByInterruptException) {
            return new Permanent(
                    AgentFailure.INTERRUPTED, "the restore was interrupted while it was to " + doing + " " + path, e);
        }
        String why = String.valueOf(e.getMessage());
        if (why.contains("No space left") || why.contains("Disk quota exceeded")) {
            return new Permanent(
                    AgentFailure.DISK_FULL, "no space was left to " + doing + " " + path + " (" + why + ")", e);
        }
        return new Permanent(
                AgentFailure.TARGET_UNWRITABLE,
                "could not " + doing + " " + path + ": " + e.getClass().getSimpleName() + " " + why,
                e);
    }
}
