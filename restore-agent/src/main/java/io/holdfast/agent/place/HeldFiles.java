package io.holdfast.agent.place;

import io.holdfast.agent.RestoreFolder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Files that do not go where their path says at once: the control file, without which no server starts, comes last; the
 * source's map of tablespaces never, because this host's links are made from the plan and a server would replace them by it.
 */
final class HeldFiles {
    /** The path of the control file. */
    static final String CONTROL = "global/pg_control";

    /** The path of the source's map of tablespaces. */
    static final String TABLESPACE_MAP = "tablespace_map";

    private static final Map<String, String> NAMES = Map.of(CONTROL, "pg_control", TABLESPACE_MAP, "tablespace_map");

    private HeldFiles() {}

    /** Where a file lies while the restore goes on: held, or at its place. */
    static Path locate(RestoreFolder folder, TargetTree tree, String path) {
        return of(folder, path).orElseGet(() -> tree.locate(path));
    }

    /** Where a file is held; empty for a file that goes to its place at once. */
    static Optional<Path> of(RestoreFolder folder, String path) {
        return Optional.ofNullable(NAMES.get(path)).map(name -> folder.held().resolve(name));
    }
}
