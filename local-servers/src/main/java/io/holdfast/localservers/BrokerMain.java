package io.holdfast.localservers;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * A broker as a process: reads the properties file whose path is its argument, says {@code ready HOST:PORT}, and runs until its
 * standard input ends or it is told to stop.
 */
public final class BrokerMain {
    static final String READY = "ready ";
    private static final String USER = "user.";
    private static final String PROPERTY = "property.";

    private BrokerMain() {}

    /** Runs the broker that the file in {@code arguments[0]} describes. */
    public static void main(String[] arguments) throws IOException {
        // Kafka's logging may write to standard output, which here is for one line only.
        PrintStream stdout = System.out;
        System.setOut(System.err);
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(arguments[0]))) {
            properties.load(reader);
        }
        EmbeddedBroker broker = EmbeddedBroker.startAsOwnProcess(read(properties));
        Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "stop-broker"));
        Thread.ofPlatform().daemon().name("watch-parent").start(BrokerMain::exitWhenInputEnds);
        stdout.println(READY + broker.bootstrapServers());
        stdout.flush();
        broker.awaitShutdown();
    }

    private static void exitWhenInputEnds() {
        try {
            while (System.in.read() >= 0) {
                // What is said there means nothing; only its end does.
            }
        } catch (IOException e) {
            // The pipe is gone, and so is whoever held it.
        }
        System.exit(0);
    }

    static void write(BrokerOptions options, Properties properties) {
        properties.setProperty("data", options.data().toString());
        properties.setProperty("port", Integer.toString(options.port()));
        properties.setProperty("advertised", Integer.toString(options.advertised()));
        options.place().ifPresent(place -> {
            properties.setProperty("place.node", Integer.toString(place.node()));
            properties.setProperty("place.cluster", place.cluster());
            properties.setProperty("place.port", Integer.toString(place.controllerPort()));
            properties.setProperty("place.voters", place.voters());
        });
        options.tls().ifPresent(tls -> {
            properties.setProperty("tls.certificate", tls.certificate().toString());
            properties.setProperty("tls.key", tls.key().toString());
            tls.clientAuthority()
                    .ifPresent(authority -> properties.setProperty("tls.client.authority", authority.toString()));
        });
        options.users().forEach((name, password) -> properties.setProperty(USER + name, password));
        options.properties().forEach((name, value) -> properties.setProperty(PROPERTY + name, value));
    }

    private static BrokerOptions read(Properties properties) {
        Optional<BrokerTls> tls = path(properties, "tls.certificate")
                .map(certificate -> new BrokerTls(
                        certificate,
                        Path.of(properties.getProperty("tls.key")),
                        path(properties, "tls.client.authority")));
        return new BrokerOptions(
                Path.of(properties.getProperty("data")),
                Integer.parseInt(properties.getProperty("port", "0")),
                tls,
                below(properties, USER),
                below(properties, PROPERTY),
                Integer.parseInt(properties.getProperty("advertised", "0")),
                place(properties));
    }

    private static Optional<ClusterPlace> place(Properties properties) {
        return Optional.ofNullable(properties.getProperty("place.node"))
                .map(node -> new ClusterPlace(
                        Integer.parseInt(node),
                        properties.getProperty("place.cluster"),
                        Integer.parseInt(properties.getProperty("place.port")),
                        properties.getProperty("place.voters")));
    }

    private static Optional<Path> path(Properties properties, String name) {
        return Optional.ofNullable(properties.getProperty(name)).map(Path::of);
    }

    private static Map<String, String> below(Properties properties, String prefix) {
        Map<String, String> found = new HashMap<>();
        properties.stringPropertyNames().stream()
                .filter(name -> name.startsWith(prefix))
                .forEach(name -> found.put(name.substring(prefix.length()), properties.getProperty(name)));
        return found;
    }
}
