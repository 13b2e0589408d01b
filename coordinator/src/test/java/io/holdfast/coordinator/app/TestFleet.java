package io.holdfast.coordinator.app;

import io.holdfast.coordinator.hold.FakeEngine;
import io.holdfast.coordinator.ledger.Samples;
import io.holdfast.engine.ConnectionEncryption;
import io.holdfast.engine.DatabaseEngine;
import io.holdfast.engine.InstanceConfig;
import io.holdfast.keys.GatewaySettings;
import io.holdfast.keys.memory.MemoryDataKeys;
import io.holdfast.keys.memory.MemoryRecords;
import io.holdfast.keys.ring.KeyRing;
import io.holdfast.localservers.BrokerOptions;
import io.holdfast.localservers.EmbeddedBroker;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.follow.StatusFollower;
import io.holdfast.messaging.send.EventSender;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.send.RecordProducer;
import io.holdfast.messaging.topic.Durability;
import io.holdfast.messaging.topic.TopicPlan;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.AgentName;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.TopicPrefix;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.repository.Repositories;
import io.holdfast.repository.Repository;
import io.holdfast.repository.RepositoryConfig;
import io.holdfast.repository.file.FileRepository;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.health.HealthSettings;
import io.holdfast.runtime.kafka.KafkaConfig;
import io.holdfast.runtime.log.LogSettings;
import io.holdfast.runtime.tls.TlsSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A broker, a repository in a folder, keys in memory, and coordinators and workers as a test wants them. */
final class TestFleet implements AutoCloseable {
    final Topics topics = new Topics(TopicPrefix.parse("t"));
    final MemoryRecords secrets = new MemoryRecords();
    final KeyRing keys = MemoryDataKeys.over(
            secrets, InstantSource.system(), EncryptorName.parse("store"), EncryptorName.parse("escrow"));
    final FakeEngine engine = new FakeEngine();
    final List<JobEvent> events = new CopyOnWriteArrayList<>();
    final KafkaSettings kafka;
    private final Path folder;
    private final EmbeddedBroker broker;
    private final Map<InstanceName, InstanceConfig> instances = new HashMap<>();
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private int coordinators;

    TestFleet(Path folder) {
        this.folder = folder;
        this.broker = open(EmbeddedBroker.start(BrokerOptions.in(folder.resolve("broker"))));
        this.kafka = KafkaSettings.plain(broker.bootstrapServers());
        instances.put(Samples.instance(1), instance(1, "holdfast"));
        instances.put(Samples.instance(2), instance(1, "holdfast"));
    }

    private static InstanceConfig instance(int port, String user) {
        return new InstanceConfig(
                "127.0.0.1",
                port,
                "postgres",
                user,
                Optional.empty(),
                ConnectionEncryption.Mode.DISABLE,
                Optional.empty(),
                Access.SQL,
                Optional.empty());
    }

    void instance(InstanceName name, InstanceConfig config) {
        instances.put(name, config);
    }

    CoordinatorConfig config() {
        coordinators++;
        FileRepository.make(folder.resolve("repository"));
        TlsSettings tls = new TlsSettings(Path.of("none"), Path.of("none"), Path.of("none"));
        return new CoordinatorConfig(
                Samples.FLEET,
                KafkaConfig.plain(kafka.bootstrapServers(), topics.prefix()),
                new GatewaySettings(
                        URI.create("https://127.0.0.1:1"), tls, Duration.ofSeconds(1), Duration.ofSeconds(1)),
                Map.of(),
                instances,
                Map.of(Samples.REPOSITORY, new RepositoryConfig.File(folder.resolve("repository"))),
                List.of(EncryptorName.parse("store"), EncryptorName.parse("escrow")),
                Map.of(),
                List.of(AgentName.parse("agent")),
                keys.publicKeys(),
                new DefaultsConfig(
                        Optional.of(Samples.REPOSITORY),
                        List.of(),
                        "AES_256",
                        DefaultsConfig.standard().codec(),
                        3,
                        DefaultsConfig.standard().checkpoint()),
                new StripesConfig(ByteCount.of(8 << 20), 4_096, 16),
                LeasesConfig.standard(),
                LedgerConfig.in(folder.resolve("state-" + coordinators)),
                3,
                HealthSettings.anyLoopbackPort(),
                LogSettings.text());
    }

    Coordinator coordinator() throws InterruptedException {
        return coordinator(engine);
    }

    Coordinator coordinator(DatabaseEngine over) throws InterruptedException {
        return open(Coordinator.start(config(), SecretResolver.of(Map.of()), new Coordinator.Ports(keys, over)));
    }

    Repository repository() {
        TopicPlan plan = TopicPlan.of(topics, Durability.SINGLE);
        FileRepository.make(folder.resolve("repository"));
        return Repositories.open(
                Samples.REPOSITORY,
                new RepositoryConfig.File(folder.resolve("repository")),
                new Repositories.Surroundings(kafka, plan, 1));
    }

    TestWorker worker() {
        RecordProducer producer = open(RecordProducer.open(kafka, "worker"));
        return open(new TestWorker(kafka, topics, open(repository()), new EventSender(producer, topics)));
    }

    StatusFollower statuses() {
        return open(StatusFollower.start(kafka, "test", topics));
    }

    void send(JobRequest request) {
        send(request.id().text(), Codecs.JOB_REQUEST.bytes(request));
    }

    void send(String key, byte[] value) {
        try (RecordProducer producer = RecordProducer.open(kafka, "test")) {
            var unused = producer.send(topics.jobs(), key, value);
        }
    }

    /** Whether the workers of this job have a key now. */
    boolean hasKey(JobId job) {
        return secrets.names().stream().anyMatch(name -> name.startsWith("job/" + job.text()));
    }

    static JobState state(StatusFollower statuses, JobId job) {
        return statuses.current(job).map(JobStatus::state).orElse(JobState.ACCEPTED);
    }

    <T extends AutoCloseable> T open(T part) {
        opened.push(part);
        return part;
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                throw new IllegalStateException("closing", e);
            }
        }
    }
}
