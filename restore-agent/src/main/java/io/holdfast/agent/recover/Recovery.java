package io.holdfast.agent.recover;

import io.holdfast.agent.FileTrouble;
import io.holdfast.engine.postgresql.RecoveryFiles;
import io.holdfast.engine.postgresql.RestoredInstance;
import io.holdfast.protocol.quantity.Timeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Makes a placed directory recover onto a new timeline, and starts it. */
public final class Recovery {
    /** The name of the server's first log in the data directory. */
    public static final String LOG = "holdfast-restore.log";

    private final Path programs;
    private final Path directory;
    private final Duration patience;

    /**
     * For one restored directory.
     *
     * @param programs where {@code pg_ctl} and {@code postgres} lie
     * @param patience how long recovery may take
     */
    public Recovery(Path programs, Path directory, Duration patience) {
        this.programs = programs;
        this.directory = directory;
        this.patience = patience;
    }

    /**
     * Writes the configuration that the set may lack.
     *
     * @return whether {@code postgresql.conf} lay outside the source's data directory and had to be made
     */
    public static boolean completeConfiguration(Path directory) {
        return RecoveryFiles.writeMissingConfiguration(directory);
    }

    /** Another directory that {@code postgresql.conf} sends a server to. */
    public static Optional<String> namedDirectory(Path directory) {
        return RecoveryFiles.namedDirectory(directory)
                .filter(named -> !Path.of(named).normalize().equals(directory.normalize()));
    }

    /** Writes {@code recovery.signal} and the settings that lead to a new timeline and away from the original. */
    public static void order(Path directory) {
        RecoveryFiles.write(directory);
    }

    /**
     * Starts the server and waits until it has recovered. One that an earlier try started in the same way, and that was not
     * done in time, is waited for again.
     *
     * @param options settings that win over the files
     * @return the new timeline
     */
    public Timeline start(Map<String, String> options) {
        RestoredInstance instance = instance(options);
        if (options.isEmpty() && instance.isRunning()) {
            return instance.awaitRecovered(patience);
        }
        // An earlier run of the same restore may have been killed while the server ran behind a door that is gone.
        instance.stop();
        return instance.startAndRecover(patience);
    }

    /** Stops the server, and waits for it. */
    public void stop() {
        instance(Map.of()).stop();
    }

    /** Removes the log of an instance that was only started to be proven. */
    public static void forgetLog(Path directory) {
        Path log = directory.resolve(LOG);
        try {
            Files.deleteIfExists(log);
        } catch (IOException e) {
            throw FileTrouble.of("remove", log, e);
        }
    }

    private RestoredInstance instance(Map<String, String> options) {
        return new RestoredInstance(programs, directory, options, directory.resolve(LOG));
    }
}
