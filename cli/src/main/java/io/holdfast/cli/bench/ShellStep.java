package io.holdfast.cli.bench;

import io.holdfast.cli.CliFailure;
import io.holdfast.localservers.ServerUser;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A step that is a shell command line, run as the database's user.
 *
 * @param line for bash, with pipefail
 * @param folder where it runs
 * @param environment what it needs to know and its command line must not show
 * @param servers the database server and broker, whose CPU is counted apart
 */
record ShellStep(String line, Path folder, Map<String, String> environment, Collection<ProcessHandle> servers) {
    /** The second line that bash's times prints: user and system time of all children. */
    private static final Pattern CHILDREN = Pattern.compile("(\\d+)m([\\d.]+)s (\\d+)m([\\d.]+)s\\s*\\z");

    /** Runs it to its end; an exit code but 0 is a {@link Permanent} with what it said. */
    Usage run() {
        List<String> command = new ArrayList<>(ServerUser.current().prefix());
        command.addAll(List.of("bash", "-c", "set -o pipefail; { " + line + "; } 2>&1 && times"));
        double serversBefore = ProcessTree.cpuSeconds(servers);
        long begin = System.nanoTime();
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
            builder.environment().put("LC_ALL", "C");
            builder.environment().putAll(environment);
            Process process = builder.start();
            String said;
            long peak;
            try (MemorySampler sampler = new MemorySampler(List.of(process.toHandle()))) {
                said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                peak = sampler.peak();
            }
            int code = process.waitFor();
            double seconds = (System.nanoTime() - begin) / 1e9;
            if (code != 0) {
                throw new Permanent(CliFailure.BENCH_FAILED, "this ended with " + code + ": " + line + "\n" + said);
            }
            return new Usage(seconds, children(said), ProcessTree.cpuSeconds(servers) - serversBefore, peak);
        } catch (IOException e) {
            throw new Permanent(CliFailure.BENCH_FAILED, "cannot run " + line + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Permanent(CliFailure.BENCH_FAILED, "interrupted: " + line, e);
        }
    }

    /** The children's times from what bash said last. */
    static double children(String said) {
        Matcher times = CHILDREN.matcher(said);
        if (!times.find()) {
            throw new Permanent(CliFailure.BENCH_FAILED, "bash did not tell the times of: " + said);
        }
        return 60 * (Integer.parseInt(times.group(1)) + Integer.parseInt(times.group(3)))
                + Double.parseDouble(times.group(2))
                + Double.parseDouble(times.group(4));
    }
}
