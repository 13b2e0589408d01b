package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.Exit;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.raft.DynamicVoters;

/**
 * A whole Kafka cluster of one node, broker and controller, in this process, on loopback ports. Kafka's internal classes are used
 * here and nowhere else; they were tried with 4.4.0.
 *
 * <p>In-process it is for tests and the demo: a full disk makes Kafka end its process, which here only ends the broker's thread.
 * {@link BrokerProcess} runs it in a process of its own.
 */
public final class EmbeddedBroker implements AutoCloseable {
    private static final int NODE = 1;
    private static final String OWN_USER = "holdfast-broker";
    private static final AtomicBoolean EXIT_REPLACED = new AtomicBoolean();

    private final KafkaRaftServer server;
    private final int port;
    private boolean closed;

    private EmbeddedBroker(KafkaRaftServer server, int port) {
        this.server = server;
        this.port = port;
    }

    /**
     * Formats the folder if it is new, and starts. A busy port, an unusable folder or property is {@link Permanent}; then no broker
     * runs.
     */
    public static EmbeddedBroker start(BrokerOptions options) {
        if (EXIT_REPLACED.compareAndSet(false, true)) {
            Exit.setExitProcedure(EmbeddedBroker::refuseToEnd);
            Exit.setHaltProcedure(EmbeddedBroker::refuseToEnd);
        }
        return startAsOwnProcess(options);
    }

    /** The same where Kafka may end the process. */
    static EmbeddedBroker startAsOwnProcess(BrokerOptions options) {
        BrokerFolder folder = BrokerFolder.open(options);
        Properties properties = properties(options, folder);
        try {
            if (!Files.exists(options.data().resolve("meta.properties"))) {
                format(options, folder);
            }
        } catch (Exception e) {
            throw new Permanent(
                    LocalServersFailure.START_FAILED,
                    "cannot format the broker's folder " + options.data() + ": " + e,
                    e);
        }
        return new EmbeddedBroker(startServer(properties, options.data()), advertised(options, folder));
    }

    private static int advertised(BrokerOptions options, BrokerFolder folder) {
        return options.advertised() != 0 ? options.advertised() : folder.port();
    }

    private static KafkaRaftServer startServer(Properties properties, Path data) {
        KafkaRaftServer server = null;
        try {
            server = new KafkaRaftServer(KafkaConfig.fromProps(properties), Time.SYSTEM);
            server.startup();
            return server;
        } catch (Exception | Error e) {
            if (server != null) {
                shutDownQuietly(server, e);
            }
            throw new Permanent(
                    LocalServersFailure.START_FAILED, "the broker in " + data + " did not start: " + e.getMessage(), e);
        }
    }

    private static void shutDownQuietly(KafkaRaftServer server, Throwable first) {
        try {
            server.shutdown();
        } catch (Exception | Error e) {
            first.addSuppressed(e);
        }
    }

    /** Where clients connect: host and port. */
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    /** The port where clients connect. */
    public int port() {
        return port;
    }

    /** Stops in an orderly way; the data stay. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            server.shutdown();
            server.awaitShutdown();
        }
    }

    void awaitShutdown() {
        server.awaitShutdown();
    }

    private static void refuseToEnd(int status, String message) {
        throw new BrokerEnded("the embedded broker wants to end the process, status " + status + ": " + message);
    }

    /** Ends the thread of the broker that met a fatal error, in place of the process. */
    @SuppressWarnings("serial")
    private static final class BrokerEnded extends Error {
        BrokerEnded(String message) {
            super(message);
        }
    }

    private static ClusterPlace place(BrokerOptions options, BrokerFolder folder) {
        int port = folder.controllerPort();
        return options.place()
                .orElseGet(() -> new ClusterPlace(
                        NODE,
                        Uuid.randomUuid().toString(),
                        port,
                        NODE + "@127.0.0.1:" + port + ":" + Uuid.randomUuid()));
    }

    private static void format(BrokerOptions options, BrokerFolder folder) throws Exception {
        List<String> scram = new ArrayList<>();
        options.users()
                .forEach((name, password) ->
                        scram.add("SCRAM-SHA-512=[name=\"" + name + "\",password=\"" + password + "\"]"));
        ClusterPlace place = place(options, folder);
        try (PrintStream silent = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            new Formatter()
                    .setPrintStream(silent)
                    .setClusterId(place.cluster())
                    .setNodeId(place.node())
                    .setDirectories(List.of(options.data().toString()))
                    .setMetadataLogDirectory(options.data().toString())
                    .setControllerListenerName("CONTROLLER")
                    .setHasDynamicQuorum(true)
                    .setInitialControllers(DynamicVoters.parse(place.voters()))
                    .setScramArguments(scram)
                    .run();
        }
    }

    private static Properties properties(BrokerOptions options, BrokerFolder folder) {
        Map<String, String> p = new TreeMap<>(sizes());
        p.put("process.roles", "broker,controller");
        ClusterPlace place = place(options, folder);
        p.put("node.id", Integer.toString(place.node()));
        p.put("log.dirs", options.data().toString());
        p.put("controller.quorum.bootstrap.servers", place.controllers());
        p.put("controller.listener.names", "CONTROLLER");
        p.put("inter.broker.listener.name", "INTERNAL");
        String internal = ",INTERNAL://127.0.0.1:" + folder.internalPort();
        p.put("advertised.listeners", "CLIENTS://127.0.0.1:" + advertised(options, folder) + internal);
        p.put(
                "listeners",
                "CLIENTS://127.0.0.1:" + folder.port() + internal + ",CONTROLLER://127.0.0.1:"
                        + folder.controllerPort());
        secure(options, folder, p);
        p.putAll(options.properties());
        Properties properties = new Properties();
        properties.putAll(p);
        return properties;
    }

    /** Whoever asks for TLS or users gets no other open door: the broker's own listeners then want its own password. */
    private static void secure(BrokerOptions options, BrokerFolder folder, Map<String, String> p) {
        boolean secured = options.tls().isPresent() || !options.users().isEmpty();
        String own = secured ? "SASL_PLAINTEXT" : "PLAINTEXT";
        String clients =
                (options.users().isEmpty() ? "" : "SASL_") + (options.tls().isPresent() ? "SSL" : "PLAINTEXT");
        p.put("listener.security.protocol.map", "CLIENTS:" + clients + ",INTERNAL:" + own + ",CONTROLLER:" + own);
        if (secured) {
            String login = "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"" + OWN_USER
                    + "\" password=\"" + folder.password() + "\" user_" + OWN_USER + "=\"" + folder.password() + "\";";
            p.put("sasl.mechanism.inter.broker.protocol", "PLAIN");
            p.put("sasl.mechanism.controller.protocol", "PLAIN");
            for (String listener : List.of("internal", "controller")) {
                p.put("listener.name." + listener + ".sasl.enabled.mechanisms", "PLAIN");
                p.put("listener.name." + listener + ".plain.sasl.jaas.config", login);
            }
            p.put("super.users", "User:" + OWN_USER);
        }
        if (!options.users().isEmpty()) {
            p.put("listener.name.clients.sasl.enabled.mechanisms", "SCRAM-SHA-512");
            p.put(
                    "listener.name.clients.scram-sha-512.sasl.jaas.config",
                    "org.apache.kafka.common.security.scram.ScramLoginModule required;");
        }
        options.tls().ifPresent(tls -> secureByTls(tls, p));
    }

    private static void secureByTls(BrokerTls tls, Map<String, String> p) {
        String clients = "listener.name.clients.ssl.";
        p.put(clients + "keystore.type", "PEM");
        p.put(clients + "keystore.certificate.chain", pem(tls.certificate()));
        p.put(clients + "keystore.key", pem(tls.key()));
        tls.clientAuthority().ifPresent(authority -> {
            p.put(clients + "truststore.type", "PEM");
            p.put(clients + "truststore.certificates", pem(authority));
            p.put(clients + "client.auth", "required");
        });
    }

    private static String pem(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new Permanent(LocalServersFailure.FOLDER_FAILED, "cannot read the broker's " + file + ": " + e, e);
        }
    }

    /** What a single small node needs: replication 1, small buffers, quick groups and deletions, nothing made by accident. */
    private static Map<String, String> sizes() {
        return Map.ofEntries(
                Map.entry("auto.create.topics.enable", "false"),
                Map.entry("unclean.leader.election.enable", "false"),
                Map.entry("offsets.topic.replication.factor", "1"),
                Map.entry("offsets.topic.num.partitions", "4"),
                Map.entry("transaction.state.log.replication.factor", "1"),
                Map.entry("transaction.state.log.min.isr", "1"),
                Map.entry("transaction.state.log.num.partitions", "4"),
                Map.entry("share.coordinator.state.topic.replication.factor", "1"),
                Map.entry("share.coordinator.state.topic.min.isr", "1"),
                Map.entry("share.coordinator.state.topic.num.partitions", "4"),
                Map.entry("group.initial.rebalance.delay.ms", "0"),
                Map.entry("group.share.heartbeat.interval.ms", "500"),
                Map.entry("group.share.min.heartbeat.interval.ms", "500"),
                Map.entry("group.share.min.session.timeout.ms", "3000"),
                Map.entry("group.share.min.record.lock.duration.ms", "1000"),
                Map.entry("group.consumer.min.heartbeat.interval.ms", "500"),
                Map.entry("group.consumer.min.session.timeout.ms", "3000"),
                Map.entry("group.min.session.timeout.ms", "1000"),
                // A busy machine must not make the controller give its only broker up. Whoever kills a broker lowers
                // it: the
                // next run waits so long until the last one is given up.
                Map.entry("broker.session.timeout.ms", "30000"),
                Map.entry("broker.heartbeat.interval.ms", "500"),
                Map.entry("log.cleaner.dedupe.buffer.size", "8388608"),
                Map.entry("log.segment.bytes", "268435456"),
                Map.entry("log.segment.delete.delay.ms", "500"),
                Map.entry("log.initial.task.delay.ms", "500"),
                Map.entry("socket.send.buffer.bytes", "-1"),
                Map.entry("socket.receive.buffer.bytes", "-1"),
                Map.entry("num.network.threads", "2"),
                Map.entry("num.io.threads", "4"));
    }
}
