package io.holdfast.systemtests;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One process of a fleet, as {@code holdfast run} starts it, in a JVM of its own with 256 MiB of heap. */
final class FleetProcess implements AutoCloseable {
    /** What a process that was killed by SIGKILL ends with. */
    static final int KILLED = 137;

    private final String role;
    private final Path config;
    private final Path log;
    private Process process;

    private FleetProcess(String role, Path config, Path log) throws IOException {
        this.role = role;
        this.config = config;
        this.log = log;
        this.process = launch();
    }

    /** Starts it; {@link #awaitReady} waits until it takes work. */
    static FleetProcess launch(String role, Path config, Path log) throws IOException {
        return new FleetProcess(role, config, log);
    }

    private Process launch() throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "io.holdfast.cli.Main",
                "run",
                role,
                "--config",
                config.toString()));
        ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        if (role.equals("coordinator")) { // two of them on one machine need a folder of state each
            builder.environment().put("HOLDFAST_LEDGER_DIRECTORY", log + ".state");
        }
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        Process launched = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(launched::destroyForcibly));
        return launched;
    }

    void awaitReady() throws Exception {
        Patience.until(Duration.ofMinutes(5), role + " is ready", () -> {
            if (!process.isAlive()) {
                throw new IllegalStateException(role + " ended with " + process.exitValue() + ": " + log());
            }
            return readyLines() > 0;
        });
    }

    private long readyLines() throws IOException {
        try (var lines = Files.lines(log)) {
            return lines.filter(line -> line.startsWith(role + " ready:")).count();
        }
    }

    /** SIGKILL; returns the exit code, which must be 137. */
    int kill() throws Exception {
        process.destroyForcibly();
        return process.waitFor();
    }

    /** Stops it in its tracks (SIGSTOP), or lets it go on (SIGCONT). */
    void signal(String name) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** Writes what is alive in its heap to a file. */
    void dumpHeap(Path file) throws Exception {
        Process dumping = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(process.pid()),
                        "GC.heap_dump",
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(dumping.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (dumping.waitFor() != 0 || !Files.exists(file)) {
            throw new IllegalStateException(said);
        }
    }

    /** Starts it again after it ended; the log goes on. */
    void startAgain() throws Exception {
        Files.writeString(log, "");
        process = launch();
        awaitReady();
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** What it wrote. */
    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return "no log: " + e;
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(45, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
