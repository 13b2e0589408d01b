package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A main class in a JVM of its own with this one's class path, run to its end: for tests of what fits into a small heap.
 *
 * @param exit its exit code
 * @param said what it wrote, errors too
 */
public record ChildJvm(int exit, String said) {
    private static final long END_SECONDS = 10;

    /** Runs it; {@code options} are the JVM's, such as {@code -Xmx28m}. Not to end once it has said all is {@link Permanent}. */
    public static ChildJvm run(List<String> options, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(options);
        line.addAll(List.of("-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError", "--enable-native-access=ALL-UNNAMED"));
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        line.addAll(List.of(arguments));
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new Permanent(LocalServersFailure.TOOL_FAILED, main.getName() + " does not end: " + said);
        }
        return new ChildJvm(process.exitValue(), said);
    }
}
