package io.holdfast.messaging.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdfast.localservers.BrokerOptions;
import io.holdfast.localservers.EmbeddedBroker;
import io.holdfast.messaging.Limits;
import io.holdfast.messaging.MessagingFailure;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.send.RecordProducer;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.TopicPrefix;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TopicKeeperTest {
    private EmbeddedBroker broker;
    private TopicKeeper keeper;

    @BeforeAll
    void start(@TempDir Path folder) {
        broker = EmbeddedBroker.start(BrokerOptions.in(folder));
        keeper = TopicKeeper.open(KafkaSettings.plain(broker.bootstrapServers()), "keeper");
    }

    @AfterAll
    void stop() {
        keeper.close();
        broker.close();
    }

    private static TopicPlan plan(String prefix) {
        return TopicPlan.of(new Topics(TopicPrefix.parse(prefix)), Durability.SINGLE);
    }

    @Test
    void theControlTopicsAreMadeOnceAndFoundSound() {
        TopicPlan plan = plan("site");
        keeper.make(plan.control());
        keeper.make(plan.control());
        assertThat(keeper.names()).containsAll(plan.topics().control());
        await().untilAsserted(() -> assertThat(keeper.audit(plan.control())).isEmpty());
        keeper.requireSound(plan.control());
        keeper.requireShareGroups();
    }

    /** K1, K6: so are those of topics, and settings by which records could be lost. */
    @Test
    void weakSettingsOfATopicAreNamed() throws Exception {
        TopicPlan plan = plan("weak");
        keeper.make(plan.control());
        set(plan.topics().jobs(), "max.message.bytes", "50000");
        set(plan.topics().jobEvents(), "unclean.leader.election.enable", "true");
        set(plan.topics().jobStatus(), "cleanup.policy", "delete");
        set(plan.topics().stripes(), "retention.ms", "60000");
        set(plan.topics().sessions(), "retention.bytes", "1000000");
        keeper.drop(plan.topics().members());
        keeper.drop(plan.topics().members());
        // A topic that is going may still be listed when it can no longer be described.
        await().ignoreExceptionsInstanceOf(Transient.class)
                .untilAsserted(() -> assertThat(keeper.audit(plan.control()))
                        .extracting(finding -> finding.where() + " " + finding.key() + "=" + finding.found())
                        .containsExactlyInAnyOrder(
                                "topic weak.jobs max.message.bytes=50000",
                                "topic weak.job-events unclean.leader.election.enable=true",
                                "topic weak.job-status cleanup.policy=delete",
                                "topic weak.stripes retention.ms=60000",
                                "topic weak.sessions retention.bytes=1000000",
                                "topic weak.members topic=missing"));
        assertThatThrownBy(() -> keeper.requireSound(plan.control()))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("topic weak.jobs: max.message.bytes is 50000, wanted is at least 1048576");
    }

    @Test
    void aMemberThatSaysNothingMoreLeavesTheTopicOfMembers(@TempDir Path folder) throws Exception {
        BrokerOptions quick = BrokerOptions.in(folder)
                .withProperty("log.initial.task.delay.ms", "100")
                .withProperty("log.retention.check.interval.ms", "200");
        TopicSettings members = plan("gone").control().stream()
                .filter(topic -> topic.name().equals("gone.members"))
                .findFirst()
                .orElseThrow();
        assertThat(members.config())
                .containsEntry("cleanup.policy", "delete")
                .containsEntry("retention.ms", "3600000")
                .containsEntry("segment.ms", "900000");
        TopicSettings soon =
                new TopicSettings("gone.members", 1, Durability.SINGLE, members.cleanup(), Duration.ofSeconds(2));
        try (EmbeddedBroker other = EmbeddedBroker.start(quick);
                TopicKeeper makes = TopicKeeper.open(KafkaSettings.plain(other.bootstrapServers()), "k");
                RecordProducer producer = RecordProducer.open(KafkaSettings.plain(other.bootstrapServers()), "p");
                Admin admin = Admin.create(Map.of("bootstrap.servers", other.bootstrapServers()))) {
            makes.make(List.of(soon));
            producer.send("gone.members", "killed", new byte[] {1});
            TopicPartition only = new TopicPartition("gone.members", 0);
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                producer.send("gone.members", "alive", new byte[] {2});
                return admin.listOffsets(Map.of(only, OffsetSpec.earliest()))
                                .partitionResult(only)
                                .get()
                                .offset()
                        > 0;
            });
        }
    }

    /** K6: fewer copies than configured are found. */
    @Test
    void lessDurabilityThanConfiguredIsNamed() {
        TopicPlan plan = plan("durable");
        keeper.make(plan.control());
        TopicPlan strict = TopicPlan.of(plan.topics(), Durability.STANDARD);
        await().untilAsserted(() -> assertThat(keeper.audit(strict.control().subList(0, 1)))
                .extracting(TopicFinding::key)
                .containsExactly("replication.factor", "min.insync.replicas"));
    }

    @Test
    void moreCopiesThanBrokersIsRefused() {
        TopicPlan plan = TopicPlan.of(new Topics(TopicPrefix.parse("three")), Durability.STANDARD);
        assertThatThrownBy(() -> keeper.make(plan.control()))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("making topic three.")
                .hasMessageContaining("replication factor");
    }

    /** K1: limits below our records are found at the start, with the key. */
    @Test
    void limitsOfBrokersAndClientsAreNamed(@TempDir Path folder) {
        BrokerOptions small = BrokerOptions.in(folder)
                .withProperty("message.max.bytes", "100000")
                .withProperty("auto.create.topics.enable", "true");
        try (EmbeddedBroker weak = EmbeddedBroker.start(small);
                TopicKeeper other = TopicKeeper.open(
                        new KafkaSettings(weak.bootstrapServers(), Map.of("max.request.size", "500000")), "k")) {
            assertThat(other.audit(List.of()))
                    .extracting(finding -> finding.where() + " " + finding.key())
                    .containsExactlyInAnyOrder(
                            "this process max.request.size",
                            "broker 1 message.max.bytes",
                            "broker 1 auto.create.topics.enable");
        }
    }

    /** K1: no record is larger than Kafka takes by default. */
    @Test
    void aRecordOfTheLargestSizePassesEveryDefault() {
        TopicPlan plan = plan("large");
        keeper.make(plan.control());
        try (RecordProducer producer = RecordProducer.open(KafkaSettings.plain(broker.bootstrapServers()), "p")) {
            producer.send(plan.topics().jobs(), "key", new byte[Limits.RECORD_BYTES]);
            assertThatThrownBy(() -> producer.send(plan.topics().jobs(), "key", new byte[Limits.RECORD_BYTES + 1]))
                    .extracting(e -> ((Failure) e).code())
                    .isEqualTo(MessagingFailure.RECORD_TOO_LARGE);
        }
    }

    @Test
    void brokersThatAreAwayAreTransient() {
        KafkaSettings nowhere =
                new KafkaSettings("127.0.0.1:9", Map.of("request.timeout.ms", "500", "default.api.timeout.ms", "1000"));
        try (TopicKeeper other = TopicKeeper.open(nowhere, "k")) {
            assertThatThrownBy(other::names)
                    .isInstanceOf(Transient.class)
                    .hasMessageContaining("listing topics at 127.0.0.1:9 failed");
        }
    }

    @Test
    void aRecordThatNoBrokerTakesInTimeIsTransient() {
        KafkaSettings nowhere = new KafkaSettings("127.0.0.1:9", Map.of("max.block.ms", "500"));
        try (RecordProducer producer = RecordProducer.open(nowhere, "p")) {
            assertThatThrownBy(() -> producer.send("site.jobs", "key", new byte[1]))
                    .isInstanceOf(Transient.class)
                    .hasMessageContaining("writing to topic site.jobs at 127.0.0.1:9 failed")
                    .extracting(e -> ((Failure) e).code())
                    .isEqualTo(MessagingFailure.BROKER_UNREACHABLE);
        }
    }

    private void set(String topic, String key, String value) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            AlterConfigOp change = new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET);
            admin.incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), List.of(change)))
                    .all()
                    .get();
        }
    }
}
