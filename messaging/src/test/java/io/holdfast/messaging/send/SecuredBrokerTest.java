package io.holdfast.messaging.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdfast.localservers.BrokerOptions;
import io.holdfast.localservers.BrokerTls;
import io.holdfast.localservers.EmbeddedBroker;
import io.holdfast.localservers.TestCertificate;
import io.holdfast.messaging.BrokerFixture;
import io.holdfast.messaging.MessagingFailure;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.follow.FollowSettings;
import io.holdfast.messaging.follow.Follower;
import io.holdfast.messaging.share.Claim;
import io.holdfast.messaging.share.OrderHandler;
import io.holdfast.messaging.share.ShareGroupSettings;
import io.holdfast.messaging.share.ShareLoop;
import io.holdfast.messaging.share.ShareLoopSettings;
import io.holdfast.messaging.share.Verdict;
import io.holdfast.messaging.topic.Durability;
import io.holdfast.messaging.topic.TopicKeeper;
import io.holdfast.messaging.topic.TopicPlan;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.id.TopicPrefix;
import io.holdfast.protocol.restore.RestoreOrder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Kafka's own security settings pass through: SCRAM over TLS. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecuredBrokerTest {
    private static final Topics TOPICS = new Topics(TopicPrefix.parse("secured"));

    private EmbeddedBroker broker;
    private TestCertificate certificate;
    private Path folder;

    @BeforeAll
    void start(@TempDir Path temporary) {
        folder = temporary;
        certificate = TestCertificate.create(folder.resolve("tls"));
        broker = EmbeddedBroker.start(BrokerOptions.in(folder.resolve("data"))
                .withTls(new BrokerTls(certificate.certificate(), certificate.key(), Optional.empty()))
                .withUser("alice", "alice-password"));
        try (TopicKeeper keeper = TopicKeeper.open(login("alice-password"), "keeper")) {
            keeper.make(TopicPlan.of(TOPICS, Durability.SINGLE).control());
        }
    }

    @AfterAll
    void stop() {
        broker.close();
    }

    private KafkaSettings login(String password) {
        return login(password, certificate.certificate());
    }

    private KafkaSettings login(String password, Path authority) {
        Map<String, String> properties = new HashMap<>();
        properties.put("security.protocol", "SASL_SSL");
        properties.put("sasl.mechanism", "SCRAM-SHA-512");
        properties.put(
                "sasl.jaas.config",
                "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"alice\" password=\""
                        + password + "\";");
        properties.put("ssl.truststore.type", "PEM");
        properties.put("ssl.truststore.location", authority.toString());
        return new KafkaSettings(broker.bootstrapServers(), properties);
    }

    @Test
    void everyClientLogsInByScramOverTls() {
        KafkaSettings kafka = login("alice-password");
        List<String> heard = new CopyOnWriteArrayList<>();
        List<String> done = new CopyOnWriteArrayList<>();
        OrderHandler<RestoreOrder> handler = new OrderHandler<>() {
            @Override
            public Verdict handle(Claim<RestoreOrder> claim) {
                done.add(claim.key());
                return Verdict.DONE;
            }

            @Override
            public void poison(Unreadable record) {}
        };
        ShareGroupSettings quick =
                new ShareGroupSettings(Duration.ofSeconds(2), Duration.ofMillis(500), Duration.ofSeconds(3), 5);
        ShareLoopSettings settings = ShareLoopSettings.of(kafka, "member", TOPICS.restores(), "group")
                .withGroup(quick);
        try (RecordProducer producer = RecordProducer.open(kafka, "producer");
                ShareLoop<RestoreOrder> loop =
                        ShareLoop.start(settings, Codecs.RESTORE_ORDER, handler, new SimpleMeterRegistry());
                Follower<RestoreOrder> follower = Follower.start(
                        FollowSettings.all(kafka, "follower", TOPICS.restores()),
                        Codecs.RESTORE_ORDER,
                        (key, order) -> heard.add(key))) {
            producer.send(TOPICS.restores(), "a", Codecs.RESTORE_ORDER, BrokerFixture.restore("a"));
            await().atMost(Duration.ofSeconds(30)).until(() -> heard.contains("a") && done.contains("a"));
            assertThat(loop.connected()).isTrue();
            assertThat(follower.connected()).isTrue();
        }
    }

    @Test
    void aWrongPasswordIsDenied() {
        try (RecordProducer producer = RecordProducer.open(login("wrong-password"), "producer")) {
            assertThatThrownBy(() ->
                            producer.send(TOPICS.restores(), "a", Codecs.RESTORE_ORDER, BrokerFixture.restore("a")))
                    .isInstanceOf(Denied.class)
                    .hasMessageContaining("writing to topic secured.restores at " + broker.bootstrapServers())
                    .hasMessageNotContaining("wrong-password")
                    .extracting(e -> ((Failure) e).code())
                    .isEqualTo(MessagingFailure.NOT_AUTHENTICATED);
        }
        try (Follower<RestoreOrder> follower = Follower.start(
                FollowSettings.all(login("wrong-password"), "f", TOPICS.restores()),
                Codecs.RESTORE_ORDER,
                (key, order) -> {})) {
            assertThatThrownBy(() -> follower.awaitCaughtUp(Duration.ofSeconds(20)))
                    .isInstanceOf(Denied.class);
        }
    }

    @Test
    void aCertificateOfAnotherAuthorityIsDenied() {
        TestCertificate other = TestCertificate.create(folder.resolve("other"));
        try (TopicKeeper keeper = TopicKeeper.open(login("alice-password", other.certificate()), "keeper")) {
            assertThatThrownBy(keeper::names)
                    .isInstanceOf(Denied.class)
                    .extracting(e -> ((Failure) e).code())
                    .isEqualTo(MessagingFailure.NOT_AUTHENTICATED);
        }
    }

    @Test
    void aMissingTrustStoreIsSaidWhenTheClientOpens() throws IOException {
        Path missing = folder.resolve("missing.pem");
        assertThatThrownBy(() -> RecordProducer.open(login("alice-password", missing), "p"))
                .isInstanceOf(io.holdfast.protocol.failure.Permanent.class)
                .hasMessageContaining("missing.pem");
        assertThat(Files.exists(missing)).isFalse();
    }

    @Test
    void brokersWithoutShareGroupsAreRefusedAtTheStart(@TempDir Path other) throws Exception {
        try (EmbeddedBroker old = EmbeddedBroker.start(BrokerOptions.in(other))) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", old.bootstrapServers()))) {
                FeatureUpdate off = new FeatureUpdate((short) 0, FeatureUpdate.UpgradeType.UNSAFE_DOWNGRADE);
                admin.updateFeatures(
                                Map.of("share.version", off),
                                new org.apache.kafka.clients.admin.UpdateFeaturesOptions())
                        .all()
                        .get();
            }
            ShareLoopSettings settings =
                    ShareLoopSettings.of(KafkaSettings.plain(old.bootstrapServers()), "m", "topic", "group");
            OrderHandler<RestoreOrder> handler = new OrderHandler<>() {
                @Override
                public Verdict handle(Claim<RestoreOrder> claim) {
                    return Verdict.DONE;
                }

                @Override
                public void poison(Unreadable record) {}
            };
            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThatThrownBy(() ->
                                    ShareLoop.start(settings, Codecs.RESTORE_ORDER, handler, new SimpleMeterRegistry()))
                            .hasMessageContaining("have no share groups")
                            .extracting(e -> ((Failure) e).code())
                            .isEqualTo(MessagingFailure.NO_SHARE_GROUPS));
        }
    }
}
