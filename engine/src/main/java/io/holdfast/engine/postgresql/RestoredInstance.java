package io.holdfast.engine.postgresql;

import io.holdfast.engine.EngineFailure;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.quantity.Timeline;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Starts and stops a server on a restored directory through its own {@code pg_ctl}. PostgreSQL refuses to run as root: a
 * process of root starts it as the owner of the directory.
 *
 * @param binDirectory where {@code postgres} and {@code pg_ctl} of the right major version lie
 * @param dataDirectory the restored directory
 * @param options settings for the command line, such as port and unix_socket_directories; they win over the files, and the
 *     data directory is always among them
 * @param log where the server's messages go until it has read its own settings
 */
public record RestoredInstance(Path binDirectory, Path dataDirectory, Map<String, String> options, Path log) {
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final int SHOWN_LOG_BYTES = 2_000;

    public RestoredInstance {
        options = Map.copyOf(options);
    }

    /**
     * Starts the server and waits until it has recovered and been promoted. A server that does not start is
     * {@link EngineFailure#INSTANCE_NOT_STARTED}, one that does not finish in time
     * {@link EngineFailure#RECOVERY_UNFINISHED}; it is left running then, because recovery may need longer.
     *
     * @return the new timeline
     */
    public Timeline startAndRecover(Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        long seconds = Math.max(1, patience.toSeconds());
        List<String> command = new ArrayList<>(List.of("start", "-w", "-t", Long.toString(seconds)));
        command.addAll(List.of("-l", log.toString(), "-o", commandLine()));
        int code = pgCtl(command);
        // A server that still recovers when pg_ctl gives up waiting has started.
        if (code != 0 && !isRunning()) {
            throw new Permanent(
                    EngineFailure.INSTANCE_NOT_STARTED,
                    "The restored server in " + dataDirectory + " did not start (pg_ctl ended with " + code + "): "
                            + endOfLog() + ".");
        }
        return awaitRecovered(patience, deadline);
    }

    /** The same for a server that is started already. */
    public Timeline awaitRecovered(Duration patience) {
        return awaitRecovered(patience, System.nanoTime() + patience.toNanos());
    }

    /**
     * pg_ctl returns when connections are accepted, which is before the end of recovery; the control file says when that is, and
     * needs no connection.
     */
    private Timeline awaitRecovered(Duration patience, long deadline) {
        while (ControlFile.read(dataDirectory).state() != ControlFile.State.IN_PRODUCTION) {
            if (!isRunning()) {
                throw new Permanent(
                        EngineFailure.INSTANCE_NOT_STARTED,
                        "The restored server in " + dataDirectory + " ended during recovery: " + endOfLog() + ".");
            }
            if (System.nanoTime() > deadline) {
                throw new Transient(
                        EngineFailure.RECOVERY_UNFINISHED,
                        "The restored server in " + dataDirectory + " did not finish recovery within "
                                + patience.toSeconds() + " s.");
            }
            Pause.of(PAUSE);
        }
        return newestTimeline();
    }

    /** Whether the server is running. */
    public boolean isRunning() {
        return pgCtl(List.of("status")) == 0;
    }

    /** Stops the server in order, and waits for it; one that is not running is no failure. */
    public void stop() {
        if (isRunning()) {
            pgCtl(List.of("stop", "-w", "-m", "fast"));
        }
    }

    /** A promoted server has written the history of its new timeline. */
    private Timeline newestTimeline() {
        Timeline newest = ControlFile.read(dataDirectory).timeline();
        try (DirectoryStream<Path> histories =
                Files.newDirectoryStream(dataDirectory.resolve("pg_wal"), "????????.history")) {
            for (Path history : histories) {
                String name = history.getFileName().toString();
                Timeline timeline = new Timeline(Long.parseLong(name.substring(0, 8), 16));
                if (timeline.compareTo(newest) > 0) {
                    newest = timeline;
                }
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
        return newest;
    }

    private String commandLine() {
        Map<String, String> all = new TreeMap<>(options);
        // The set's own settings may name the original's directory, and would win over -D.
        all.put("data_directory", dataDirectory.toAbsolutePath().toString());
        StringBuilder line = new StringBuilder();
        all.forEach((name, value) -> line.append("-c ")
                .append(name)
                .append("='")
                .append(value.replace("'", "'\\''"))
                .append("' "));
        return line.toString().strip();
    }

    private int pgCtl(List<String> arguments) {
        List<String> command = new ArrayList<>(asOwner());
        command.add(binDirectory.resolve("pg_ctl").toString());
        command.addAll(List.of("-D", dataDirectory.toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.directory(dataDirectory.toFile());
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            return process.waitFor();
        } catch (IOException e) {
            throw new Permanent(
                    EngineFailure.INSTANCE_NOT_STARTED,
                    "Cannot run " + binDirectory.resolve("pg_ctl") + ": " + e + ".",
                    "Correct the directory of PostgreSQL's programs.",
                    e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private List<String> asOwner() {
        try {
            if (!"root".equals(System.getProperty("user.name"))) {
                return List.of();
            }
            Object uid = Files.getAttribute(dataDirectory, "unix:uid");
            Object gid = Files.getAttribute(dataDirectory, "unix:gid");
            return List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--clear-groups");
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private String endOfLog() {
        try {
            byte[] bytes = Files.readAllBytes(log);
            int from = Math.max(0, bytes.length - SHOWN_LOG_BYTES);
            String end = new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
            return "its log ends with: "
                    + end.strip().replaceAll("\\.?\\s*\\R\\s*", "; ").replaceAll("\\.$", "");
        } catch (IOException e) {
            return "it left no log at " + log;
        }
    }

    private Failure unreadable(IOException e) {
        return new Permanent(
                EngineFailure.INSTANCE_NOT_STARTED, "Cannot read the directory " + dataDirectory + ": " + e + ".", e);
    }

    private static Transient interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new Transient(EngineFailure.INTERRUPTED, "Waiting for the restored server was interrupted.", e);
    }
}
