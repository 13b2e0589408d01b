package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.localservers.ServersForTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The demo ends well, and leaves nothing running however it ends. */
class DemoIT {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @Test
    void theDemoProvesItselfAndLeavesNothingRunning() throws Exception {
        Path folder = ServersForTests.folder("demo").resolve("place");
        Path out = ServersForTests.folder("out").resolve("demo.txt");
        Process demo = demo(folder, out);
        try {
            assertThat(demo.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as("%s", Files.readString(out))
                    .isTrue();
        } finally {
            demo.destroyForcibly();
        }
        assertThat(demo.exitValue()).as("%s", Files.readString(out)).isZero();
        assertThat(running(folder)).isEmpty();
    }

    @Test
    void anInterruptedDemoLeavesNothingRunning() throws Exception {
        Path folder = ServersForTests.folder("demo").resolve("place");
        Path out = ServersForTests.folder("out").resolve("demo.txt");
        Process demo = demo(folder, out);
        try {
            Patience.until(PATIENCE, "the platform is up", () -> {
                assertThat(demo.isAlive()).as("%s", Files.readString(out)).isTrue();
                return Files.exists(folder.resolve("fleet/state/audit.jsonl"));
            });
            assertThat(running(folder)).as("the database runs").isNotEmpty();
            new ProcessBuilder("kill", "-INT", Long.toString(demo.pid()))
                    .start()
                    .waitFor();
            assertThat(demo.waitFor(90, TimeUnit.SECONDS)).as("it ends").isTrue();
        } finally {
            demo.destroyForcibly();
        }
        assertThat(demo.exitValue()).isEqualTo(130);
        Patience.until(
                Duration.ofSeconds(20), "all is ended", () -> running(folder).isEmpty());
    }

    private static Process demo(Path folder, Path out) throws IOException {
        // A parent in the background ignores SIGINT, and what it starts would inherit that. The umask is that of a
        // careful root.
        List<String> line =
                new ArrayList<>(List.of("sh", "-c", "umask 077; exec \"$@\"", "sh", "env", "--default-signal=INT"));
        line.addAll(HoldfastCommand.program());
        line.remove("-Xmx256m");
        line.addAll(List.of("demo", "--size", "40", "--folder", folder.toString()));
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        return builder.start();
    }

    /** The command lines of processes that have to do with this folder. */
    private static List<String> running(Path folder) {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(folder.toString()))
                .toList();
    }
}
