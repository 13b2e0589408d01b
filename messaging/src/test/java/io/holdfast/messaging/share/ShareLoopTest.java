package io.holdfast.messaging.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdfast.messaging.BrokerFixture;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.follow.FollowSettings;
import io.holdfast.messaging.follow.Follower;
import io.holdfast.messaging.send.RecordProducer;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.restore.RestoreOrder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShareLoopTest {
    private static final ShareGroupSettings QUICK =
            new ShareGroupSettings(Duration.ofSeconds(1), Duration.ofMillis(500), Duration.ofSeconds(3), 10);
    private static final Duration SOON = Duration.ofSeconds(30);

    private BrokerFixture broker;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @BeforeAll
    void start(@TempDir Path folder) {
        broker = new BrokerFixture(folder);
    }

    @AfterAll
    void stop() {
        broker.close();
    }

    private ShareLoop<RestoreOrder> loop(Topics topics, String member, int slots, Recorded handler) {
        ShareLoopSettings settings = ShareLoopSettings.of(
                        broker.kafka(), member, topics.restores(), topics.prefix() + ".g")
                .withSlots(slots)
                .withGroup(QUICK)
                .withGrace(Duration.ofMillis(500));
        return ShareLoop.start(settings, Codecs.RESTORE_ORDER, handler, meters);
    }

    /** J3: long work keeps its claim and is done once. */
    @Test
    void workOfThreeTimesTheLockIsDoneOnceAndOrdersFromBeforeTheStartAreSeen() {
        Topics topics = broker.freshTopics(1);
        broker.order(topics, "a", "b");
        Recorded slow = new Recorded(claim -> {
            Thread.sleep(3500);
            return Verdict.DONE;
        });
        Recorded idle = new Recorded(claim -> Verdict.DONE);
        try (ShareLoop<RestoreOrder> one = loop(topics, "one", 2, slow)) {
            await().atMost(SOON).until(() -> slow.started.size() == 2);
            assertThat(one.busy()).isEqualTo(2);
            try (ShareLoop<RestoreOrder> two = loop(topics, "two", 1, idle)) {
                await().atMost(SOON).until(() -> slow.done.size() == 2);
                await().during(Duration.ofSeconds(2)).atMost(SOON).until(() -> slow.started.size() == 2);
                assertThat(idle.started).isEmpty();
                assertThat(two.connected()).isTrue();
            }
        }
        assertThat(slow.done).containsExactlyInAnyOrder("a", "b");
        assertThat(slow.lost).isEmpty();
        assertThat(slow.deliveries).containsExactly(1, 1);
    }

    @Test
    void anOrderOfAClosedLoopGoesToAnotherAtOnce() {
        Topics topics = broker.freshTopics(1);
        broker.order(topics, "a");
        Recorded stubborn = new Recorded(claim -> {
            new CountDownLatch(1).await();
            return Verdict.DONE;
        });
        try (ShareLoop<RestoreOrder> one = loop(topics, "one", 1, stubborn)) {
            await().atMost(SOON).until(() -> stubborn.started.size() == 1);
            assertThat(one.busy()).isEqualTo(1);
        }
        assertThat(stubborn.done).isEmpty();
        Recorded second = new Recorded(claim -> Verdict.DONE);
        try (ShareLoop<RestoreOrder> two = loop(topics, "two", 1, second)) {
            await().atMost(SOON).until(() -> second.done.contains("a"));
            assertThat(two.connected()).isTrue();
        }
        assertThat(second.deliveries).containsExactly(2);
    }

    @Test
    void anOrderGivenBackComesAgainWithItsCount() {
        Topics topics = broker.freshTopics(1);
        broker.order(topics, "a");
        AtomicInteger tries = new AtomicInteger();
        Recorded handler = new Recorded(claim -> {
            if (tries.incrementAndGet() == 1) {
                return Verdict.AGAIN;
            }
            if (tries.get() == 2) {
                throw new IllegalStateException("a fault of the handler");
            }
            return Verdict.DONE;
        });
        try (ShareLoop<RestoreOrder> loop = loop(topics, "one", 1, handler)) {
            await().atMost(SOON).until(() -> handler.done.size() == 2);
            assertThat(loop.connected()).isTrue();
        }
        assertThat(handler.deliveries).containsExactly(1, 2, 3);
    }

    @Test
    void poisonAndRecordsThatCannotBeReadNeverBlockAPartition() {
        Topics topics = broker.freshTopics(1);
        Recorded handler =
                new Recorded(claim -> claim.order().directory().equals("poison") ? Verdict.POISON : Verdict.DONE);
        try (RecordProducer producer = RecordProducer.open(broker.kafka(), "raw")) {
            producer.send(topics.restores(), "bad", "{\"v\":1,\"jbo\":2}".getBytes(StandardCharsets.UTF_8));
            producer.send(topics.restores(), "empty", (byte[]) null);
        }
        broker.order(topics, "poison", "good");
        try (ShareLoop<RestoreOrder> loop = loop(topics, "one", 1, handler)) {
            await().atMost(SOON).until(() -> handler.done.contains("good"));
            assertThat(loop.connected()).isTrue();
        }
        assertThat(handler.unreadable).extracting(OrderHandler.Unreadable::key).containsExactly("bad", "empty");
        assertThat(handler.unreadable.get(0).failure().what())
                .contains("field \"jbo\" is unknown; did you mean \"job\"?");
        assertThat(handler.started).containsExactly("poison", "good");
        List<String> dead = new CopyOnWriteArrayList<>();
        try (Follower<RestoreOrder> letters = Follower.start(
                FollowSettings.all(broker.kafka(), "dead", topics.deadLetters()),
                Codecs.RESTORE_ORDER,
                (key, order) -> dead.add(key))) {
            await().atMost(SOON).untilAsserted(() -> assertThat(dead).containsExactly("poison"));
            assertThat(letters.connected()).isTrue();
        }
    }

    /** Invariant 5: whoever holds an order may stop at any moment without a word. */
    @Test
    void anOrderOfAMemberThatFallsSilentGoesToAnotherAfterTheLock() {
        Topics topics = broker.freshTopics(1);
        Recorded second = new Recorded(claim -> Verdict.DONE);
        try (ShareLoop<RestoreOrder> loop = loop(topics, "second", 1, second);
                KafkaShareConsumer<byte[], byte[]> silent = new KafkaShareConsumer<>(
                        broker.kafka().shareConsumer("silent", topics.prefix() + ".g"),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())) {
            silent.subscribe(List.of(topics.restores()));
            await().atMost(SOON).until(() -> {
                broker.order(topics, "order-" + second.started.size());
                return !silent.poll(Duration.ofMillis(300)).isEmpty();
            });
            // The lock alone takes up to half of this.
            await().atMost(Duration.ofSeconds(60)).until(() -> second.deliveries.contains(2));
            assertThat(loop.connected()).isTrue();
        }
    }

    @Test
    void slotsShareThePartitionOneOrderEach() {
        Topics topics = broker.freshTopics(1);
        broker.order(topics, IntStream.range(0, 12).mapToObj(Integer::toString).toArray(String[]::new));
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Recorded handler = new Recorded(claim -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            Thread.sleep(300);
            now.decrementAndGet();
            return Verdict.DONE;
        });
        try (ShareLoop<RestoreOrder> loop = loop(topics, "one", 3, handler)) {
            await().atMost(SOON).until(() -> handler.done.size() == 12);
            assertThat(loop.connected()).isTrue();
        }
        assertThat(handler.started).hasSize(12).doesNotHaveDuplicates();
        assertThat(most.get()).isEqualTo(3);
    }

    /** The end of each transaction lies between two orders, and a consumer of one record at a time gets it as if it were one. */
    @Test
    void ordersOfSeparateTransactionsFollowEachOtherWithoutAPause() {
        Topics topics = broker.freshTopics(1);
        int orders = 20;
        Map<String, Object> properties = new HashMap<>(broker.kafka().producer("transactional"));
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, topics.prefix() + "-orders");
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            for (int i = 0; i < orders; i++) {
                byte[] order = Codecs.RESTORE_ORDER.bytes(BrokerFixture.restore("order-" + i));
                producer.beginTransaction();
                Future<RecordMetadata> sent = producer.send(new ProducerRecord<>(topics.restores(), order));
                producer.flush();
                assertThat(sent).isDone();
                producer.commitTransaction();
            }
        }
        List<Long> times = new CopyOnWriteArrayList<>();
        Recorded handler = new Recorded(claim -> {
            times.add(System.nanoTime());
            return Verdict.DONE;
        });
        try (ShareLoop<RestoreOrder> loop = loop(topics, "one", 1, handler)) {
            await().atMost(SOON).until(() -> handler.done.size() == orders);
            assertThat(loop.connected()).isTrue();
        }
        // Half a second each if a poll waited for what comes after the end of a transaction.
        assertThat(Duration.ofNanos(times.getLast() - times.getFirst())).isLessThan(Duration.ofMillis(200L * orders));
    }

    @Test
    void aBrokerThatGoesAwayIsComeBackToAndItsClaimsAreTold() {
        Topics topics = broker.freshTopics(1);
        broker.order(topics, "a");
        AtomicInteger tries = new AtomicInteger();
        Recorded handler = new Recorded(claim -> {
            // A restarted broker has forgotten the deliveries of orders that were out.
            if (tries.incrementAndGet() == 1) {
                while (!claim.ended()) {
                    Thread.sleep(20);
                }
            }
            return Verdict.DONE;
        });
        try (ShareLoop<RestoreOrder> loop = loop(topics, "one", 1, handler)) {
            await().atMost(SOON).until(() -> handler.started.size() == 1);
            broker.stop();
            await().atMost(SOON).until(() -> handler.lost.contains("a"));
            broker.startAgain();
            broker.order(topics, "b");
            await().atMost(Duration.ofSeconds(45)).until(() -> handler.done.contains("b"));
            assertThat(loop.connected()).isTrue();
            assertThat(handler.started).containsExactly("a", "a", "b");
        }
    }
}
