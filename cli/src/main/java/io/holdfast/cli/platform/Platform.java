package io.holdfast.cli.platform;

import io.holdfast.agent.app.Agent;
import io.holdfast.agent.app.AgentConfig;
import io.holdfast.catalog.CatalogReader;
import io.holdfast.cli.client.ClientConfig;
import io.holdfast.cli.client.FleetClient;
import io.holdfast.cli.client.TopicFleetClient;
import io.holdfast.coordinator.app.Coordinator;
import io.holdfast.coordinator.app.CoordinatorConfig;
import io.holdfast.gateway.app.Gateway;
import io.holdfast.gateway.app.GatewayConfig;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.localservers.BrokerOptions;
import io.holdfast.localservers.EmbeddedBroker;
import io.holdfast.localservers.FreePort;
import io.holdfast.protocol.id.AgentName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.runtime.config.CheckedConfig;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.file.PrivateFiles;
import io.holdfast.runtime.log.LogSettings;
import io.holdfast.runtime.log.Logging;
import io.holdfast.worker.app.Worker;
import io.holdfast.worker.app.WorkerConfig;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A whole fleet in this process: an embedded broker, the gateway, a coordinator, two workers, an agent; each with the same
 * configuration file that it would have as a process of its own.
 */
public final class Platform implements AutoCloseable {
    /** How many workers there are. */
    public static final int WORKERS = 2;

    /** The agent's name. */
    public static final AgentName AGENT = AgentName.parse("local");

    private static final Logger LOG = LoggerFactory.getLogger(Platform.class);
    private static final Duration CATCH_UP = Duration.ofSeconds(30);

    private final Deque<AutoCloseable> running = new ArrayDeque<>();
    private final Map<String, String> env;
    private final FleetFolder folder;
    private final String bootstrapServers;
    private final ClientConfig config;
    private final FleetClient client;
    private final CatalogReader catalog;

    private Platform(FleetPlan plan) throws InterruptedException {
        env = System.getenv();
        try {
            EmbeddedBroker broker =
                    keep(EmbeddedBroker.start(BrokerOptions.in(plan.folder().resolve("kafka"))));
            bootstrapServers = broker.bootstrapServers();
            folder = FleetFolder.create(plan.at(new FleetPlan.Addresses(bootstrapServers, FreePort.next())));
            SecretResolver secrets = SecretResolver.of(env);
            keep(Gateway.start(load(GatewayConfig.class, "gateway"), secrets, InstantSource.system()));
            keep(Coordinator.start(load(CoordinatorConfig.class, "coordinator"), secrets));
            for (int i = 0; i < WORKERS; i++) {
                keep(Worker.start(load(WorkerConfig.class, "worker"), secrets));
            }
            keep(Agent.start(load(AgentConfig.class, "agent"), secrets));
            config = ClientConfig.find(Optional.of(folder.client()), env);
            client = keep(TopicFleetClient.connect(config, env));
            catalog = keep(
                    CatalogReader.start(config.brokers(env), config.topics(), new PinnedKeys(config.manifestKeys())));
            catalog.awaitCaughtUp(CATCH_UP);
        } catch (RuntimeException | InterruptedException | Error e) {
            close();
            throw e;
        }
    }

    /** Makes the fleet's files and starts everything; what was started is ended again when something fails. */
    public static Platform start(FleetPlan plan) throws InterruptedException {
        PrivateFiles.createFolder(plan.folder());
        Logging.toFile(plan.folder().resolve("platform.log"), LogSettings.text());
        return new Platform(plan);
    }

    private <T extends Record> T load(Class<T> type, String process) {
        return CheckedConfig.forStart(type, folder.config(process), env);
    }

    private <T extends AutoCloseable> T keep(T part) {
        running.push(part);
        return part;
    }

    /** A client of this fleet; closed with it. */
    public FleetClient client() {
        return client;
    }

    /** The manifest of a complete set. */
    public ManifestBody manifest(SetId set) {
        long end = System.nanoTime() + CATCH_UP.toNanos();
        while (catalog.set(set).isEmpty() && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        return catalog.set(set).orElseThrow().body();
    }

    /** Its files. */
    public FleetFolder folder() {
        return folder;
    }

    /** Where Kafka is. */
    public String bootstrapServers() {
        return bootstrapServers;
    }

    /** Ends everything, what was started last first. */
    @Override
    public void close() {
        for (AutoCloseable part : running) {
            try {
                part.close();
            } catch (Exception e) {
                LOG.warn("closing {}", part, e);
            }
        }
        running.clear();
    }
}
