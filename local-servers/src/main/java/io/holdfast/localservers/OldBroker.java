package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;

/** A real Kafka 3, broker and controller, in a process of its own with its own jars. It ends with this process, however that ends. */
public final class OldBroker implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(1);
    private static final long PAUSE_MILLIS = 100;
    private static final String CLUSTER = "AAAAAAAAQACAAAAAAAAAAQ";

    private final Path folder;
    private final int port = FreePort.next();
    private final Process process;
    private final DeathWatch watch;

    private OldBroker(Path folder) throws IOException {
        this.folder = folder;
        Path settings = folder.resolve("server.properties");
        writeSettings(settings);
        Command.in(folder).run(java("kafka.tools.StorageTool", "format", "-t", CLUSTER, "-c", settings.toString()));
        process = new ProcessBuilder(java("kafka.Kafka", settings.toString()))
                .redirectErrorStream(true)
                .redirectOutput(log().toFile())
                .start();
        watch = DeathWatch.over(process, "KILL");
    }

    /**
     * Formats a new broker in this empty folder, starts it, and waits until it takes connections. Without the jars of Kafka 3 it is
     * {@link Permanent}, with what to do about it.
     */
    public static OldBroker start(Path folder) {
        try {
            OldBroker broker = new OldBroker(folder);
            broker.awaitConnections();
            return broker;
        } catch (IOException e) {
            throw new Permanent(LocalServersFailure.START_FAILED, "cannot start Kafka 3 in " + folder + ": " + e, e);
        }
    }

    /** Where clients connect: host and port. */
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    private Path log() {
        return folder.resolve("broker.log");
    }

    private static List<String> java(String main, String... arguments) {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                OldServers.kafka3() + "/*",
                main));
        line.addAll(List.of(arguments));
        return line;
    }

    private void writeSettings(Path file) throws IOException {
        int controller = FreePort.next();
        Properties settings = new Properties();
        settings.putAll(Map.of(
                "process.roles", "broker,controller",
                "node.id", "1",
                "controller.quorum.voters", "1@127.0.0.1:" + controller,
                "controller.listener.names", "CONTROLLER",
                "listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller,
                "log.dirs", folder.resolve("data").toString(),
                "offsets.topic.replication.factor", "1",
                "transaction.state.log.replication.factor", "1",
                "transaction.state.log.min.isr", "1"));
        try (Writer writer = Files.newBufferedWriter(file)) {
            settings.store(writer, null);
        }
    }

    private void awaitConnections() throws IOException {
        long end = System.nanoTime() + START.toNanos();
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                close();
                throw new Permanent(
                        LocalServersFailure.START_FAILED,
                        "Kafka 3 in " + folder + " did not start: " + Command.end(Files.readString(log())));
            }
        }
    }

    /** The port opens before the broker takes requests, so one is asked. */
    private boolean answers() {
        try {
            if (FreePort.isFree(port)) {
                Thread.sleep(PAUSE_MILLIS);
                return false;
            }
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
                return !admin.describeCluster()
                        .nodes()
                        .get(START.toSeconds(), TimeUnit.SECONDS)
                        .isEmpty();
            }
        } catch (ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Permanent(LocalServersFailure.NOT_READY, "waiting for Kafka 3 was interrupted", e);
        }
    }

    /** Ends it on the spot; nobody wants its data. */
    @Override
    public void close() {
        watch.close();
        process.destroyForcibly().onExit().join();
    }
}
