package io.holdfast.systemtests;

import io.holdfast.localservers.LocalServersFailure;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The real kcat, as somebody uses it who has nothing of ours. */
record Kcat(Path program, String brokers) {
    /** The one that is installed; the test is aborted, or fails in CI, without it. */
    static Kcat against(String brokers) {
        Path program = Path.of("/usr/bin/kcat");
        return new Kcat(
                ServersForTests.required(() -> {
                    if (!Files.isExecutable(program)) {
                        throw new Permanent(
                                LocalServersFailure.UNAVAILABLE, "kcat is not installed", "apt-get install kcat");
                    }
                    return program;
                }),
                brokers);
    }

    /** Sends one record. */
    void send(String topic, String key, byte[] value) throws IOException, InterruptedException {
        run(value, "-P", "-t", topic, "-k", key);
    }

    void send(String topic, String key, String value) throws IOException, InterruptedException {
        send(topic, key, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Every event there is. */
    List<JobEvent> events(String topic) throws IOException, InterruptedException {
        List<JobEvent> events = new ArrayList<>();
        String all = run(new byte[0], "-C", "-t", topic, "-o", "beginning", "-e", "-q", "-f", "%s\n");
        all.lines()
                .filter(line -> !line.isEmpty())
                .forEach(line -> events.add(Codecs.JOB_EVENT.read(line.getBytes(StandardCharsets.UTF_8))));
        return events;
    }

    private String run(byte[] input, String... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(program.toString(), "-b", brokers));
        line.addAll(List.of(arguments));
        Path out = Files.createTempFile("kcat", ".out");
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try (OutputStream stream = process.getOutputStream()) {
            stream.write(input);
        }
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("kcat hangs: " + line);
        }
        String said = Files.readString(out);
        Files.delete(out);
        if (process.exitValue() != 0) {
            throw new AssertionError("kcat ended with " + process.exitValue() + ": " + said);
        }
        return said;
    }
}
