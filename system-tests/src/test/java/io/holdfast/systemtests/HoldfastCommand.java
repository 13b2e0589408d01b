package io.holdfast.systemtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The command {@code holdfast}, in a process of its own, as somebody types it. */
record HoldfastCommand(Path folder, Map<String, String> environment) {
    /** A command that has not ended by then hangs. */
    static final Duration PATIENCE = Duration.ofMinutes(3);

    /** What it ended with, and what it wrote. */
    record Outcome(int exit, String out, String errors) {
        @Override
        public String toString() {
            return "exit " + exit + "\n" + out + "\n" + errors;
        }
    }

    /** The start of every command line: Java, and our program. */
    static List<String> program() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "io.holdfast.cli.Main");
    }

    /** Runs one command to its end; {@link AssertionError} when it hangs. */
    Outcome run(String... arguments) throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "command", ".out");
        Path errors = Files.createTempFile(folder, "command", ".err");
        List<String> line = new ArrayList<>(program());
        line.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile());
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError("holdfast " + String.join(" ", arguments) + " hangs: " + Files.readString(out)
                    + Files.readString(errors));
        }
        return new Outcome(process.exitValue(), Files.readString(out), Files.readString(errors));
    }
}
