package io.holdfast.worker.app;

import io.holdfast.engine.DatabaseEngine;
import io.holdfast.engine.InstanceConfig;
import io.holdfast.keys.GatewaySettings;
import io.holdfast.keys.NewDataKey;
import io.holdfast.keys.memory.MemoryDataKeys;
import io.holdfast.keys.ring.KeyRing;
import io.holdfast.localservers.BrokerOptions;
import io.holdfast.localservers.EmbeddedBroker;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.follow.FollowSettings;
import io.holdfast.messaging.follow.Follower;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.send.RecordProducer;
import io.holdfast.messaging.topic.Durability;
import io.holdfast.messaging.topic.TopicKeeper;
import io.holdfast.messaging.topic.TopicPlan;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.event.Progress;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.TopicPrefix;
import io.holdfast.protocol.job.JobKind;
import io.holdfast.protocol.stripe.StripeOrder;
import io.holdfast.repository.Repositories;
import io.holdfast.repository.Repository;
import io.holdfast.repository.RepositoryConfig;
import io.holdfast.repository.file.FileRepository;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.health.HealthSettings;
import io.holdfast.runtime.kafka.KafkaConfig;
import io.holdfast.runtime.log.LogSettings;
import io.holdfast.runtime.tls.TlsSettings;
import io.holdfast.worker.TestOrders;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** A broker with our topics, keys in memory, two repositories, and everything that a worker says. */
final class TestSite implements AutoCloseable {
    static final EncryptorName STORE = EncryptorName.parse("store");
    static final RepositoryName FILES = TestOrders.REPOSITORY;
    static final RepositoryName KAFKA = RepositoryName.parse("kafka");
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final AtomicInteger JOBS = new AtomicInteger();

    private static final Path BROKER_FOLDER = ServersForTests.folder("worker-broker");

    final Path folder = ServersForTests.folder("worker");
    final Topics topics;
    final KeyRing keys = MemoryDataKeys.of(Clock.systemUTC(), STORE);
    final List<JobEvent> events = new CopyOnWriteArrayList<>();
    final Map<RepositoryName, RepositoryConfig> repositories;
    private final RecordProducer producer;
    private final Follower<JobEvent> follower;

    /** One broker for all tests of the process, started when first needed; it ends with the process. */
    private static final class Shared {
        static final EmbeddedBroker BROKER = EmbeddedBroker.start(BrokerOptions.in(BROKER_FOLDER.resolve("broker")));

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(BROKER::close));
        }
    }

    private TestSite(String prefix) {
        topics = new Topics(TopicPrefix.parse(prefix));
        FileRepository.make(folder.resolve("vault"));
        repositories = Map.of(
                FILES, new RepositoryConfig.File(folder.resolve("vault")),
                KAFKA, new RepositoryConfig.Kafka(2, Optional.of(folder.resolve("spool"))));
        try (TopicKeeper keeper = TopicKeeper.open(kafka(), "test")) {
            keeper.make(plan().control());
        }
        producer = RecordProducer.open(kafka(), "test");
        follower = Follower.start(
                FollowSettings.all(kafka(), "test-events", topics.jobEvents()),
                Codecs.JOB_EVENT,
                (key, event) -> events.add(event));
    }

    /** A site with topics of its own. */
    static TestSite start(String prefix) {
        return new TestSite(prefix);
    }

    KafkaSettings kafka() {
        return KafkaSettings.plain(Shared.BROKER.bootstrapServers());
    }

    private TopicPlan plan() {
        return TopicPlan.of(topics, Durability.SINGLE);
    }

    Repository repository(RepositoryName name) {
        RepositoryConfig config = java.util.Objects.requireNonNull(repositories.get(name));
        return Repositories.open(name, config, new Repositories.Surroundings(kafka(), plan(), 1));
    }

    /** A worker of this site with two slots. */
    Worker worker(DatabaseEngine engine, Map<InstanceName, InstanceConfig> instances) {
        WorkerConfig config = new WorkerConfig(
                KafkaConfig.plain(Shared.BROKER.bootstrapServers(), topics.prefix()),
                new GatewaySettings(
                        URI.create("https://127.0.0.1:1"),
                        new TlsSettings(Path.of("none"), Path.of("none"), Path.of("none")),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1)),
                Map.of(),
                instances,
                repositories,
                2,
                Optional.empty(),
                HealthSettings.anyLoopbackPort(),
                LogSettings.text());
        return Worker.start(config, SecretResolver.of(Map.of()), new Worker.Ports(keys, engine));
    }

    /** An id that no other test uses. */
    static JobId newJob() {
        return JobId.parse("01JDXZ%020d".formatted(JOBS.incrementAndGet()));
    }

    NewDataKey newKey(JobId job) {
        return keys.make(TestOrders.context(job), List.of(STORE));
    }

    void order(StripeOrder order) {
        producer.send(topics.stripes(), order.job() + "-" + order.stripe(), Codecs.STRIPE_ORDER, order);
    }

    void raw(byte[] value) {
        producer.send(topics.stripes(), "nobody", value);
    }

    void status(JobId job, Attempt attempt, JobState state) {
        JobStatus status = new JobStatus(
                1,
                job,
                JobKind.BACKUP,
                TestOrders.INSTANCE,
                attempt,
                state,
                null,
                null,
                Progress.NONE,
                Instant.now(),
                Instant.now(),
                null,
                null,
                null);
        producer.send(topics.jobStatus(), job.text(), Codecs.JOB_STATUS, status);
    }

    List<JobEvent> eventsOf(JobId job) {
        return events.stream().filter(event -> event.job().equals(job)).toList();
    }

    <T extends Happening> List<T> happenings(JobId job, Class<T> kind) {
        return eventsOf(job).stream()
                .map(JobEvent::what)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    /** The first event of a kind, waited for. */
    <T extends Happening> T await(JobId job, Class<T> kind) {
        return awaitSome(job, kind, 1).getFirst();
    }

    <T extends Happening> List<T> awaitSome(JobId job, Class<T> kind, int count) {
        Awaitility.await().atMost(PATIENCE).until(() -> happenings(job, kind).size() >= count);
        return happenings(job, kind);
    }

    @Override
    public void close() {
        follower.close();
        producer.close();
    }
}
