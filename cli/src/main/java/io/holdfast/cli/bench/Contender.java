package io.holdfast.cli.bench;

import java.nio.file.Path;
import java.util.List;

/** A tool in the comparison. */
interface Contender {
    /** Its name and how it is used, for a row of the table. */
    String name();

    /** Its version. */
    String version();

    /** What was run, as it was run but for secrets, and the settings that matter: processes, codec, cipher, fsync, checksums. */
    List<String> settings();

    /** A full backup. */
    Usage backUp();

    /** What the last backup takes where it lies, in bytes. */
    long storedBytes();

    /** Restores the last backup into an empty folder. */
    Usage restore();

    /** Where it is restored. */
    Path restored();

    /** Removes the last backup and what was restored. */
    void clean();
}
