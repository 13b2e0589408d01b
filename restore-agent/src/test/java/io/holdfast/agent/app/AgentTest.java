package io.holdfast.agent.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.RestoreRequest;
import io.holdfast.agent.RestoreWatch;
import io.holdfast.catalog.CatalogWriter;
import io.holdfast.catalog.Manifests;
import io.holdfast.localservers.BrokerOptions;
import io.holdfast.localservers.EmbeddedBroker;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.follow.EventTail;
import io.holdfast.messaging.follow.Follower;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.send.RecordProducer;
import io.holdfast.messaging.topic.Durability;
import io.holdfast.messaging.topic.TopicKeeper;
import io.holdfast.messaging.topic.TopicPlan;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.id.AgentName;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.id.TopicPrefix;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.restore.RestoreOrder;
import io.holdfast.protocol.restore.RestoreResult;
import io.holdfast.repository.ObjectName;
import io.holdfast.repository.Repositories;
import io.holdfast.repository.Repository;
import io.holdfast.repository.RepositoryConfig;
import io.holdfast.repository.file.FileRepository;
import io.holdfast.runtime.config.ConfigLoader;
import io.holdfast.runtime.config.SecretResolver;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An agent on a real broker, and restores out of both kinds of repository. */
class AgentTest {
    private static final RepositoryName MAIN = RepositoryName.parse("main");
    private static final Topics TOPICS = new Topics(TopicPrefix.parse("t"));
    private static final Attempt FIRST = new Attempt(1);

    private static final Scene SCENE = Scene.get();
    private static final Path FOLDER = ServersForTests.folder("agent-kafka");
    private static EmbeddedBroker broker;
    private static KafkaSettings kafka;
    private static RecordProducer producer;

    @BeforeAll
    static void start() throws IOException {
        broker = EmbeddedBroker.start(BrokerOptions.in(FOLDER.resolve("kafka")));
        kafka = KafkaSettings.plain(broker.bootstrapServers());
        producer = RecordProducer.open(kafka, "test");
        try (TopicKeeper keeper = TopicKeeper.open(kafka, "test-topics")) {
            keeper.make(plan().control());
        }
        FileRepository.make(FOLDER.resolve("files"));
        try (Repository files = repository(new RepositoryConfig.File(FOLDER.resolve("files")))) {
            new RepositoryCopy(SCENE.repository, files).copy(Scene.SET, SCENE.allStreams(Scene.SET));
        }
        CatalogWriter catalog = new CatalogWriter(producer, TOPICS);
        catalog.write(
                Scene.SET,
                Manifests.readManifest(Scene.SET, object(ObjectName.manifest(Scene.SET))),
                Manifests.readKeys(Scene.SET, object(ObjectName.keys(Scene.SET, 1))));
    }

    @AfterAll
    static void stop() {
        producer.close();
        broker.close();
    }

    private static byte[] object(ObjectName name) {
        return SCENE.repository.getObject(name).orElseThrow();
    }

    private static TopicPlan plan() {
        return TopicPlan.of(TOPICS, Durability.SINGLE);
    }

    private static Repository repository(RepositoryConfig config) {
        return Repositories.open(MAIN, config, new Repositories.Surroundings(kafka, plan(), 2));
    }

    /** J3: a restore that is ordered twice is done once and answered twice. */
    @Test
    void ordersAreDoneOnceAnsweredAgainAndThoseOfOthersPassedOver() throws IOException {
        Path target = SCENE.target("ordered");
        JobId job = JobId.parse("01JDXZ0000000000000000000A");
        JobId refused = JobId.parse("01JDXZ0000000000000000000B");
        List<JobEvent> heard = new CopyOnWriteArrayList<>();
        List<JobEvent> refusals = new CopyOnWriteArrayList<>();
        AgentConfig config = config(
                "file", "type: file, path: " + FOLDER.resolve("files"), "[ " + SCENE.folder.resolve("targets") + " ]");
        try (Agent agent = Agent.start(config, SecretResolver.of(Map.of()), SCENE.keys);
                Follower<JobEvent> events = EventTail.of(EventTail.settings(kafka, "tail", TOPICS), job, heard::add);
                Follower<JobEvent> others =
                        EventTail.of(EventTail.settings(kafka, "tail2", TOPICS), refused, refusals::add)) {
            producer.send(TOPICS.restores(), "db-2", "no order".getBytes(StandardCharsets.UTF_8));
            RestoreOrder order = order(job, "db-2", target, Optional.of(Scene.SET));
            producer.send(
                    TOPICS.restores(), "db-9", Codecs.RESTORE_ORDER, order(job, "db-9", target, Optional.empty()));
            producer.send(TOPICS.restores(), "db-2", Codecs.RESTORE_ORDER, order);
            RestoreResult result = restored(heard, 1);
            assertThat(result.set()).isEqualTo(Scene.SET);
            assertThat(heard).anyMatch(event -> event.what() instanceof Happening.RestoreProgress);
            assertThat(heard).allMatch(event -> event.member().equals(agent.member()));

            producer.send(TOPICS.restores(), "db-2", Codecs.RESTORE_ORDER, order);
            assertThat(restored(heard, 2)).isEqualTo(result);
            producer.send(
                    TOPICS.restores(), "db-2", Codecs.RESTORE_ORDER, order(refused, "db-2", target, Optional.empty()));
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> refusals.stream()
                            .anyMatch(event -> event.what() instanceof Happening.RestoreFailed failed
                                    && failed.failure().code().equals(AgentFailure.DIRECTORY_NOT_EMPTY.code())));
            assertThat(agent.metrics().scrape()).contains("holdfast_agent_restores_total");
            assertThat(events.connected() && others.connected()).isTrue();
        }
        assertThat(SCENE.hashesIn(target)).isEqualTo(SCENE.hashes);
    }

    @Test
    void aRestoreThatWaitsForAnotherSaysSoAndIsDoneAfterIt() throws IOException {
        Path first = SCENE.target("first");
        Path second = SCENE.target("second");
        JobId one = JobId.parse("01JDXZ0000000000000000000D");
        JobId two = JobId.parse("01JDXZ0000000000000000000E");
        List<JobEvent> ofOne = new CopyOnWriteArrayList<>();
        List<JobEvent> ofTwo = new CopyOnWriteArrayList<>();
        AgentConfig config = config(
                "queue", "type: file, path: " + FOLDER.resolve("files"), "[ " + SCENE.folder.resolve("targets") + " ]");
        try (Follower<JobEvent> a = EventTail.of(EventTail.settings(kafka, "tail4", TOPICS), one, ofOne::add);
                Follower<JobEvent> b = EventTail.of(EventTail.settings(kafka, "tail5", TOPICS), two, ofTwo::add);
                Agent agent = Agent.start(config, SecretResolver.of(Map.of()), SCENE.keys)) {
            awaitMembers(TOPICS.restoreGroup(AgentName.parse("db-2")), 8);
            for (JobId job : List.of(one, two)) {
                producer.send(
                        TOPICS.restores(),
                        "db-2",
                        Codecs.RESTORE_ORDER,
                        order(job, "db-2", job.equals(one) ? first : second, Optional.of(Scene.SET)));
            }
            restored(ofOne, 1);
            restored(ofTwo, 1);
            assertThat(Stream.concat(ofOne.stream(), ofTwo.stream())
                            .filter(event -> event.what() instanceof Happening.RestoreProgress progress
                                    && progress.step().equals(OrderWork.WAITING)))
                    .isNotEmpty()
                    .allMatch(event -> event.member().equals(agent.member()));
            assertThat(a.connected() && b.connected()).isTrue();
        }
        assertThat(SCENE.hashesIn(first)).isEqualTo(SCENE.hashes);
        assertThat(SCENE.hashesIn(second)).isEqualTo(SCENE.hashes);
    }

    @Test
    void anOrderForAPlaceOutsideTheTargetsIsRefused() throws IOException {
        Path target = SCENE.target("elsewhere");
        JobId job = JobId.parse("01JDXZ0000000000000000000C");
        List<JobEvent> heard = new CopyOnWriteArrayList<>();
        AgentConfig config = config(
                "bound", "type: file, path: " + FOLDER.resolve("files"), "[ " + FOLDER.resolve("elsewhere") + " ]");
        try (Agent agent = Agent.start(config, SecretResolver.of(Map.of()), SCENE.keys);
                Follower<JobEvent> events = EventTail.of(EventTail.settings(kafka, "tail3", TOPICS), job, heard::add)) {
            producer.send(
                    TOPICS.restores(),
                    "db-2",
                    Codecs.RESTORE_ORDER,
                    order(job, "db-2", target, Optional.of(Scene.SET)));
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> heard.stream()
                            .anyMatch(event -> event.what() instanceof Happening.RestoreFailed failed
                                    && failed.failure().code().equals(AgentFailure.TARGET_NOT_ALLOWED.code())));
            assertThat(heard).allMatch(event -> event.member().equals(agent.member()));
            assertThat(events.connected()).isTrue();
        }
        assertThat(target).doesNotExist();
    }

    @Test
    void aSetInKafkaIsRestoredOfflineByItsSealedStoreAndLeavesANote() throws IOException {
        Path spool = Files.createDirectory(FOLDER.resolve("spool"));
        try (Repository topics = repository(new RepositoryConfig.Kafka(2, Optional.of(spool)))) {
            new RepositoryCopy(SCENE.repository, topics).copy(Scene.SET, SCENE.allStreams(Scene.SET));
        }
        Path target = SCENE.target("offline-kafka");
        offline(config("kafka", "type: kafka, spool: " + spool, "[]"), target);
        try (Repository topics = repository(new RepositoryConfig.Kafka(2, Optional.of(spool)))) {
            assertThat(topics.listObjects(Scene.SET))
                    .anyMatch(object -> object.name().startsWith("lease-offline-"));
        }
    }

    @Test
    void aSetInAFolderIsRestoredOffline() throws IOException {
        offline(config("folder", "type: file, path: " + FOLDER.resolve("files"), "[]"), SCENE.target("offline-files"));
    }

    private static void offline(AgentConfig config, Path target) {
        RestoreRequest request = SCENE.request(target, AfterRestore.LEAVE);
        RestoreRequest latest = new RestoreRequest(
                request.instance(),
                Optional.empty(),
                request.directory(),
                request.tablespaces(),
                request.onNotEmpty(),
                request.after());
        try (OfflineRestore offline = OfflineRestore.open(config, SecretResolver.of(Map.of()), Optional.of(MAIN))) {
            assertThat(String.join("\n", offline.plan(latest).lines()))
                    .contains(Scene.SET.text())
                    .contains(target.toString())
                    .contains("onto a new timeline");
            assertThat(offline.preflight(offline.plan(latest))).contains("the data key opens");
            assertThat(target).doesNotExist();
            RestoreResult result = offline.restore(latest, RestoreWatch.NONE, () -> false);
            assertThat(result.bytes().number()).isPositive();
        }
        assertThat(SCENE.hashesIn(target)).isEqualTo(SCENE.hashes);
    }

    /** Until all slots of the agent are in its group; those of agents before it may still be among them. */
    private static void awaitMembers(String group, int members) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                var groups = admin.describeShareGroups(List.of(group)).all().get();
                return groups.values().stream()
                                .flatMap(one -> one.members().stream())
                                .filter(member ->
                                        !member.assignment().topicPartitions().isEmpty())
                                .count()
                        >= members;
            });
        }
    }

    private static RestoreResult restored(List<JobEvent> heard, int times) {
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> {
            assertThat(heard).noneMatch(event -> event.what() instanceof Happening.RestoreFailed);
            return results(heard).size() >= times;
        });
        return results(heard).getLast();
    }

    private static List<RestoreResult> results(List<JobEvent> heard) {
        return heard.stream()
                .map(JobEvent::what)
                .filter(Happening.Restored.class::isInstance)
                .map(what -> ((Happening.Restored) what).result())
                .toList();
    }

    private static RestoreOrder order(JobId job, String agent, Path target, Optional<SetId> set) {
        RestoreRequest request = SCENE.request(target, AfterRestore.LEAVE);
        return new RestoreOrder(
                1,
                job,
                Scene.SHOP,
                FIRST,
                set.orElse(null),
                AgentName.parse(agent),
                request.directory(),
                request.tablespaces(),
                request.onNotEmpty(),
                request.after());
    }

    /** As a person would write it. */
    private static AgentConfig config(String name, String repository, String targets) throws IOException {
        Path file = FOLDER.resolve(name + ".yaml");
        Files.writeString(file, """
                name: db-2
                kafka:
                  bootstrapServers: %s
                  topicPrefix: t
                  replicationFactor: 1
                store: { file: %s, keyFile: "file:%s" }
                manifestKeys: [ "%s" ]
                repositories:
                  main: { %s }
                targets: %s
                postgresql:
                  binaries: [ %s ]
                %s
                state: %s
                """.formatted(
                        broker.bootstrapServers(),
                        SCENE.store,
                        SCENE.storeKey,
                        SCENE.keys.publicKeys().getFirst().text(),
                        repository,
                        targets,
                        SCENE.binaries.bin(),
                        Scene.owner().map(owner -> "  user: " + owner.name()).orElse(""),
                        FOLDER.resolve("state")));
        return ConfigLoader.load(AgentConfig.class, file, Map.of());
    }
}
