package io.holdfast.engine.postgresql;

import io.holdfast.engine.EngineFailure;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.plan.ServerFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The data directory of a running server, as this process sees it. */
record DataDirectory(InstanceSettings instance, Path root) {
    private static final String POSTMASTER = "postmaster.pid";
    private static final int START_LINE = 2;
    private static final long CLOCK_SECONDS = 2;

    /** The one that the instance's settings name. */
    static DataDirectory of(InstanceSettings instance) {
        return new DataDirectory(
                instance,
                instance.dataDirectory()
                        .orElseThrow(() -> new Permanent(
                                EngineFailure.DATA_DIRECTORY_MISMATCH,
                                "The files of " + instance.shown()
                                        + " are to be read, but this process is not told where they are.",
                                "Set the instance's data directory here, or use access: sql.")));
    }

    /** A file in it; a path that leads out of it is refused. */
    Path resolve(String path) {
        return root.resolve(Paths.checked(path));
    }

    /** Fails unless this is the directory of just that running server, not of a copy, a standby or an older run. */
    void check(ServerFacts server) {
        String identifier = ControlFile.read(root).systemIdentifier();
        if (!identifier.equals(server.systemIdentifier())) {
            throw mismatch("belongs to the cluster " + identifier + ", the server to " + server.systemIdentifier());
        }
        try {
            List<String> lines = Files.readAllLines(root.resolve(POSTMASTER));
            long started = Long.parseLong(lines.get(START_LINE).strip());
            if (Math.abs(started - server.started().getEpochSecond()) > CLOCK_SECONDS) {
                throw mismatch("is that of another server of the same cluster: started at second " + started
                        + " instead of " + server.started().getEpochSecond());
            }
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
            throw mismatch("has no readable " + POSTMASTER + " (" + e + "), so that no server runs on it");
        }
    }

    private Permanent mismatch(String why) {
        return new Permanent(
                EngineFailure.DATA_DIRECTORY_MISMATCH,
                "The data directory " + root + " of " + instance.shown() + " " + why + ".");
    }
}
