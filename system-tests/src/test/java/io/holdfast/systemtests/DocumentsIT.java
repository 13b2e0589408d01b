package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.localservers.ServersForTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the runbook says works, in its order, as it stands. */
class DocumentsIT {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh\\n(.*?)^```");
    private static final Pattern VARIABLE = Pattern.compile("export ([A-Z_]+)=(\\S+)");
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    @Test
    void theRunbookIsTrue() throws Exception {
        Path work = ServersForTests.folder("runbook");
        Path said = work.resolve("dev.txt");
        Process dev = start(
                List.of("dev", "--size", "10", "--folder", work.resolve("dev").toString()), said);
        try {
            Patience.until(PATIENCE, "the platform is up", () -> {
                assertThat(dev.isAlive()).as("%s", Files.readString(said)).isTrue();
                return Files.readString(said).contains("Ready.");
            });
            Map<String, String> variables = VARIABLE.matcher(Files.readString(said))
                    .results()
                    .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
            assertThat(variables).containsOnlyKeys("HOLDFAST_CONFIG", "RESTORE_FOLDER");
            runBlocks(work, variables);
        } finally {
            new ProcessBuilder("kill", "-INT", Long.toString(dev.pid())).start().waitFor();
            if (!dev.waitFor(90, TimeUnit.SECONDS)) {
                dev.destroyForcibly();
            }
        }
        assertThat(dev.exitValue()).isEqualTo(130);
    }

    private static void runBlocks(Path work, Map<String, String> variables) throws IOException, InterruptedException {
        StringBuilder script = new StringBuilder("set -eu\n");
        Matcher blocks = BLOCK.matcher(Files.readString(runbook()));
        while (blocks.find()) {
            script.append(blocks.group(1));
        }
        assertThat(script).contains("holdfast backup", "holdfast restore");
        Path out = work.resolve("runbook.txt");
        ProcessBuilder shell = new ProcessBuilder("sh", "-x", "-c", script.toString())
                .directory(Files.createDirectory(work.resolve("shell")).toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        shell.environment().put("PATH", wrapper(work) + ":" + System.getenv("PATH"));
        shell.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        shell.environment().putAll(variables);
        Process running = shell.start();
        assertThat(running.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as("%s", Files.readString(out))
                .isTrue();
        assertThat(running.exitValue()).as("%s", Files.readString(out)).isZero();
    }

    /** The document, from the module's folder or from the project's. */
    private static Path runbook() {
        Path beside = Path.of("../docs/runbook.md");
        return Files.exists(beside) ? beside : Path.of("docs/runbook.md");
    }

    /** A folder with the program holdfast. */
    private static Path wrapper(Path work) throws IOException {
        Path folder = Files.createDirectory(work.resolve("bin"));
        Path program = Files.writeString(
                folder.resolve("holdfast"),
                "#!/bin/sh\nexec " + String.join(" ", HoldfastCommand.program()) + " \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder;
    }

    private static Process start(List<String> arguments, Path out) throws IOException {
        // A parent in the background ignores SIGINT, and what it starts would inherit that.
        List<String> line = new ArrayList<>(List.of("env", "--default-signal=INT"));
        line.addAll(HoldfastCommand.program());
        line.remove("-Xmx256m");
        line.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        return builder.start();
    }
}
