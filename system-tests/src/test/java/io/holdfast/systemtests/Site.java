package io.holdfast.systemtests;

import io.holdfast.catalog.CatalogEntry;
import io.holdfast.catalog.CatalogReader;
import io.holdfast.cli.client.ClientConfig;
import io.holdfast.cli.client.FleetClient;
import io.holdfast.cli.client.JobIds;
import io.holdfast.cli.client.TopicFleetClient;
import io.holdfast.cli.platform.FleetFolder;
import io.holdfast.cli.platform.FleetPlan;
import io.holdfast.engine.postgresql.BackupRole;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.localservers.BrokerOptions;
import io.holdfast.localservers.BrokerProcess;
import io.holdfast.localservers.FreePort;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.AgentName;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.runtime.file.PrivateFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A fleet of separate processes on a broker of its own, with the databases it backs up. */
final class Site implements AutoCloseable {
    static final AgentName AGENT = AgentName.parse("local");
    static final RepositoryName FILE = RepositoryName.parse("main");
    static final RepositoryName KAFKA = RepositoryName.parse("kafka");

    /** Of the role that backs up, in every database; a site's processes read it from {@code role.password}. */
    static final String ROLE_PASSWORD = "a-password-of-the-tests";

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Deque<Runnable> parts = new ArrayDeque<>();
    private final Path root;
    private final int gatewayPort = FreePort.next();
    private final @Nullable BrokerProcess broker;
    private final FleetFolder folder;
    private final Map<String, FleetProcess> processes = new LinkedHashMap<>();
    private final ClientConfig config;
    private final FleetClient client;

    /**
     * Starts broker, gateway, one coordinator, two workers and an agent.
     *
     * @param databases by name; each is given the role that backs up
     * @param stripe the size of a stripe, such as {@code 8MiB}
     */
    Site(Map<InstanceName, PrivatePostgres> databases, String stripe) throws Exception {
        this(databases, stripe, SiteTuning.NONE);
    }

    /** The same, changed by {@code tuning}; what was started ends again when something fails. */
    Site(Map<InstanceName, PrivatePostgres> databases, String stripe, SiteTuning tuning) throws Exception {
        root = ServersForTests.folder("site");
        try {
            broker = tuning.brokers().isPresent()
                    ? null
                    : keep(
                            BrokerProcess.start(tuning.broker(BrokerOptions.in(root.resolve("broker")))),
                            BrokerProcess::close);
            String brokers = tuning.brokers().orElseGet(() -> broker().bootstrapServers());
            folder = FleetFolder.create(plan(databases, stripe, brokers));
            tuning.configure(folder);
            for (PrivatePostgres database : databases.values()) {
                BackupRole.create("holdfast", ROLE_PASSWORD.toCharArray()).forEach(database::execute);
            }
            start("gateway", "gateway");
            start("coordinator", "coordinator");
            launch("worker", "worker-1");
            launch("worker", "worker-2");
            launch("agent", "agent");
            for (FleetProcess process : processes.values()) {
                process.awaitReady();
            }
            config = ClientConfig.find(Optional.of(folder.client()), Map.of());
            client = keep(TopicFleetClient.connect(config, Map.of()), FleetClient::close);
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    private FleetPlan plan(Map<InstanceName, PrivatePostgres> databases, String stripe, String brokers) {
        Map<InstanceName, FleetPlan.Database> planned = new LinkedHashMap<>();
        Path secret = root.resolve("role.password");
        PrivateFiles.replace(secret, ROLE_PASSWORD.getBytes(StandardCharsets.UTF_8));
        databases.forEach((name, database) -> planned.put(
                name,
                new FleetPlan.Database(
                        "127.0.0.1", database.port(), "holdfast", secret, Optional.of(database.data()))));
        Path bin = databases.values().iterator().next().binaries().bin();
        return FleetPlan.onThisMachine(root.resolve("fleet"), planned)
                .at(new FleetPlan.Addresses(brokers, gatewayPort))
                .withBinaries(bin)
                .withTargets(ServersForTests.FOLDERS)
                .withSizing(new FleetPlan.Sizing(stripe, 1));
    }

    /** Starts one more process of a role under a name of its own. */
    FleetProcess start(String role, String name) throws Exception {
        FleetProcess process = launch(role, name);
        process.awaitReady();
        return process;
    }

    private FleetProcess launch(String role, String name) throws Exception {
        FleetProcess process =
                keep(FleetProcess.launch(role, folder.config(role), root.resolve(name + ".log")), FleetProcess::close);
        processes.put(name, process);
        return process;
    }

    private <T> T keep(T part, Consumer<T> closing) {
        parts.push(() -> closing.accept(part));
        return part;
    }

    FleetProcess process(String name) {
        FleetProcess process = processes.get(name);
        if (process == null) {
            throw new IllegalArgumentException("there is no process " + name);
        }
        return process;
    }

    BrokerProcess broker() {
        return Objects.requireNonNull(broker, "this site's brokers are not its own");
    }

    FleetFolder folder() {
        return folder;
    }

    ClientConfig config() {
        return config;
    }

    FleetClient client() {
        return client;
    }

    int gatewayPort() {
        return gatewayPort;
    }

    Path root() {
        return root;
    }

    static JobRequest.Backup backup(InstanceName instance, RepositoryName repository, @Nullable Access access) {
        return new JobRequest.Backup(
                1, JobIds.next(), instance, repository, null, null, null, access, null, null, null);
    }

    static JobRequest.Restore restore(InstanceName instance, Path directory, AfterRestore after) {
        return new JobRequest.Restore(1, JobIds.next(), instance, null, AGENT, directory.toString(), null, null, after);
    }

    /** Sends a job and follows it to its end, whatever that is. */
    JobStatus run(JobRequest request) {
        client.submit(request, PATIENCE);
        return client.follow(request.id(), status -> {});
    }

    /** The same for a job that must succeed. */
    JobStatus complete(JobRequest request) {
        JobStatus end = run(request);
        if (end.state() != JobState.COMPLETE) {
            throw new AssertionError(request.kind() + " ended as " + end.state() + ": " + end.failure() + logs());
        }
        return end;
    }

    /** Follows a job to its end, which must come within {@code most}. */
    JobStatus end(JobRequest job, Duration most) throws Exception {
        return CompletableFuture.supplyAsync(() -> client.follow(job.id(), status -> {}))
                .get(most.toSeconds(), TimeUnit.SECONDS);
    }

    /** The manifest of a set, read from the catalog as anybody would. */
    ManifestBody manifest(SetId set) {
        return entry(set).body();
    }

    /** The manifest and the wrapped keys of a set. */
    CatalogEntry entry(SetId set) {
        try (CatalogReader catalog =
                CatalogReader.start(config.brokers(Map.of()), config.topics(), new PinnedKeys(config.manifestKeys()))) {
            catalog.awaitCaughtUp(PATIENCE);
            return catalog.set(set).orElseThrow();
        }
    }

    /** The command as a client of this site. */
    HoldfastCommand command() {
        return new HoldfastCommand(
                root, Map.of("HOLDFAST_CONFIG", folder.client().toString()));
    }

    /** The ends of all logs, for the message of a test that failed. */
    String logs() {
        StringBuilder all = new StringBuilder();
        processes.forEach((name, process) -> {
            String log = process.log();
            all.append("\n--- ").append(name).append('\n').append(log.substring(Math.max(0, log.length() - 3000)));
        });
        return all.toString();
    }

    @Override
    public void close() {
        parts.forEach(Runnable::run);
        parts.clear();
    }
}
