package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How programs are run to their end.
 *
 * @param folder where they run
 * @param environment variables added to this process' own; the place for what a command line must not show
 * @param input what they read from standard input
 */
record Command(Path folder, Map<String, String> environment, String input) {
    private static final int SHOWN = 2_000;

    static Command in(Path folder) {
        return new Command(folder, Map.of(), "");
    }

    Command with(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(more);
        return new Command(folder, all, input);
    }

    Command reading(String text) {
        return new Command(folder, environment, text);
    }

    /** Runs it and returns what it printed; an exit code but 0 is {@link Permanent} with the end of what it said. */
    String run(List<String> line) {
        try {
            Process process = start(line);
            try (OutputStream stdin = process.getOutputStream()) {
                stdin.write(input.getBytes(StandardCharsets.UTF_8));
            }
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            if (code != 0) {
                throw new Permanent(
                        LocalServersFailure.TOOL_FAILED, program(line) + " ended with " + code + ": " + end(said));
            }
            return said;
        } catch (IOException e) {
            throw new Permanent(
                    LocalServersFailure.UNAVAILABLE, "cannot run " + program(line) + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Permanent(LocalServersFailure.TOOL_FAILED, program(line) + " was interrupted", e);
        }
    }

    private Process start(List<String> line) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(line).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static String program(List<String> line) {
        int first = line.indexOf("--") + 1;
        return line.get(line.getFirst().equals("setpriv") ? first : 0);
    }

    static String end(String text) {
        String trimmed = text.strip();
        return trimmed.length() <= SHOWN ? trimmed : "…" + trimmed.substring(trimmed.length() - SHOWN);
    }
}
