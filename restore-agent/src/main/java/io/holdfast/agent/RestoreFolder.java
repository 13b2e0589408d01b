package io.holdfast.agent;

import java.nio.file.Path;

/**
 * The folder in the target that marks an unfinished restore and holds what belongs to it: the journal, facts about placed
 * files, and the control file until the end.
 */
public record RestoreFolder(Path path) {
    /** Its name in the data directory. */
    public static final String NAME = ".holdfast-restore";

    /** The folder of a data directory. */
    public static RestoreFolder of(Path directory) {
        return new RestoreFolder(directory.resolve(NAME));
    }

    /** The journal, one JSON object a line. */
    public Path journal() {
        return path.resolve("journal");
    }

    /** Held locked while a restore works here. */
    public Path lock() {
        return path.resolve("lock");
    }

    /** Facts about the files of placed streams, one file a stream. */
    public Path facts() {
        return path.resolve("files");
    }

    /** Files that are put in place at the very end. */
    public Path held() {
        return path.resolve("held");
    }
}
