package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/**
 * {@link EmbeddedBroker} in a process of its own, so that what ends the broker (a full disk, a kill) does not end us. It ends when
 * this process does, however that ends: it reads a pipe whose other end is here.
 */
public final class BrokerProcess implements AutoCloseable {
    private static final int STOP_SECONDS = 30;

    private final BrokerOptions options;
    private Process process;
    private String address;

    private BrokerProcess(BrokerOptions options) {
        this.options = options;
        this.process = launch(options);
        this.address = awaitReady();
    }

    /** Starts and waits until it takes connections; what it says goes to {@code broker.log} in its folder. */
    public static BrokerProcess start(BrokerOptions options) {
        return new BrokerProcess(options);
    }

    /** Where clients connect: host and port. */
    public String bootstrapServers() {
        return address;
    }

    /** The process' id. */
    public long pid() {
        return process.pid();
    }

    /** Kills it on the spot (SIGKILL), waits for its end, and returns what it ended with: 137. */
    public int kill() {
        process.destroyForcibly();
        awaitEnd();
        return process.exitValue();
    }

    /** Starts it again after {@link #kill()} or {@link #close()}, on the same port, with the data that are there. */
    public void startAgain() {
        process = launch(options.advertised() != 0 ? options : options.withPort(portOf(address)));
        address = awaitReady();
    }

    /** Stops it in an orderly way. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException alreadyGone) {
            process.destroy();
        }
        awaitEnd();
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static int portOf(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    private static Process launch(BrokerOptions options) {
        try {
            Files.createDirectories(options.data());
            Path file = PrivateFile.create(options.data().resolve("broker-options.properties"));
            Properties properties = new Properties();
            BrokerMain.write(withShortSession(options), properties);
            try (Writer writer = Files.newBufferedWriter(file)) {
                properties.store(writer, null);
            }
            ProcessBuilder builder = new ProcessBuilder(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx512m",
                    "-XX:+UseSerialGC",
                    "--enable-native-access=ALL-UNNAMED",
                    "-Dlogback.configurationFile=io/holdfast/localservers/broker-logback.xml",
                    BrokerMain.class.getName(),
                    file.toString()));
            builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
            builder.redirectError(ProcessBuilder.Redirect.appendTo(
                    options.data().resolve("broker.log").toFile()));
            return builder.start();
        } catch (IOException e) {
            throw new Permanent(
                    LocalServersFailure.START_FAILED,
                    "cannot start a broker process in " + options.data() + ": " + e,
                    e);
        }
    }

    /** A broker that was killed cannot come back before the controller has given its last run up. */
    private static BrokerOptions withShortSession(BrokerOptions options) {
        String name = "broker.session.timeout.ms";
        return options.properties().containsKey(name) ? options : options.withProperty(name, "6000");
    }

    private String awaitReady() {
        // Not closed: the broker would meet a broken pipe at its next word.
        @SuppressWarnings("resource")
        BufferedReader reader = process.inputReader();
        try {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith(BrokerMain.READY)) {
                    Thread.ofVirtual().start(() -> reader.lines().forEach(ignored -> {}));
                    return line.substring(BrokerMain.READY.length());
                }
            }
            String said = Files.readString(options.data().resolve("broker.log"));
            throw new Permanent(
                    LocalServersFailure.START_FAILED,
                    "the broker process in " + options.data() + " did not start: " + Command.end(said));
        } catch (IOException e) {
            throw new Permanent(
                    LocalServersFailure.START_FAILED, "the broker process in " + options.data() + " was lost: " + e, e);
        }
    }
}
