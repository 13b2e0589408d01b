package io.holdfast.messaging.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdfast.messaging.BrokerFixture;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.send.EventSender;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.send.RecordProducer;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.event.Progress;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.job.JobKind;
import io.holdfast.protocol.restore.RestoreOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FollowerTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    private BrokerFixture broker;

    @BeforeAll
    void start(@TempDir Path folder) {
        broker = new BrokerFixture(folder);
    }

    @AfterAll
    void stop() {
        broker.close();
    }

    /** Remembers what it hears. */
    private static final class Heard implements FollowListener<RestoreOrder> {
        final List<String> records = new CopyOnWriteArrayList<>();
        final List<String> bad = new CopyOnWriteArrayList<>();
        final List<String> missing = new CopyOnWriteArrayList<>();

        @Override
        public void record(String key, RestoreOrder value) {
            records.add(key);
        }

        @Override
        public void deleted(String key) {
            records.add("-" + key);
        }

        @Override
        public void unreadable(String key, Bytes value, Failure failure) {
            bad.add(key);
        }

        @Override
        public void missing(Failure failure) {
            missing.add(failure.what());
        }
    }

    private Follower<RestoreOrder> follow(Topics topics, Heard heard) {
        return Follower.start(
                FollowSettings.all(broker.kafka(), "follower", topics.restores()), Codecs.RESTORE_ORDER, heard);
    }

    @Test
    void everythingIsHeardOnceOverARestartOfTheBroker() {
        Topics topics = broker.freshTopics(1);
        broker.order(topics, "a", "b");
        Heard heard = new Heard();
        try (Follower<RestoreOrder> follower = follow(topics, heard)) {
            follower.awaitCaughtUp(SOON);
            assertThat(heard.records).containsExactly("a", "b");
            try (RecordProducer producer = RecordProducer.open(broker.kafka(), "raw")) {
                producer.send(topics.restores(), "bad", "{".getBytes(StandardCharsets.UTF_8));
                producer.send(topics.restores(), "a", (byte[]) null);
            }
            await().atMost(SOON).until(() -> heard.records.contains("-a"));
            assertThat(heard.bad).containsExactly("bad");
            broker.stop();
            await().atMost(SOON).until(() -> !follower.connected());
            broker.startAgain();
            broker.order(topics, "c");
            await().atMost(SOON).until(() -> heard.records.contains("c"));
            assertThat(heard.records).containsExactly("a", "b", "-a", "c");
            assertThat(follower.connected()).isTrue();
        }
    }

    /** K2: a reader of control topics never jumps over a hole in silence. */
    @Test
    void aHoleIsToldWithItsNumbers() throws Exception {
        Topics topics = broker.freshTopics(1);
        broker.order(topics, "a", "b", "c", "d");
        Heard heard = new Heard();
        Follower<RestoreOrder> follower = follow(topics, heard);
        follower.awaitCaughtUp(SOON);
        // Deleted before anybody could hear them: the listener is told when the broker comes back.
        broker.order(topics, "e");
        await().atMost(SOON).until(() -> heard.records.contains("e"));
        follower.close();
        TopicPartition place = new TopicPartition(topics.restores(), 0);
        Places places = new Places(topics.restores(), new FollowStart.Beginning());
        try (var consumer = new org.apache.kafka.clients.consumer.KafkaConsumer<>(
                        broker.kafka().consumer("hole"),
                        new org.apache.kafka.common.serialization.ByteArrayDeserializer(),
                        new org.apache.kafka.common.serialization.ByteArrayDeserializer());
                Admin admin = Admin.create(broker.kafka().admin("deleter"))) {
            places.assign(consumer);
            admin.deleteRecords(Map.of(place, RecordsToDelete.beforeOffset(3)))
                    .all()
                    .get();
            await().atMost(SOON).until(() -> {
                places.poll(consumer, Duration.ofMillis(200), heard);
                return !heard.missing.isEmpty();
            });
        }
        assertThat(heard.missing).containsExactly("records 0 to 2 of " + place + " are gone; reading goes on at 3");
    }

    @Test
    void followingBeginsWhereItIsTold() {
        Topics topics = broker.freshTopics(2);
        broker.order(topics, "old");
        Heard end = new Heard();
        Heard since = new Heard();
        FollowSettings all = FollowSettings.all(broker.kafka(), "f", topics.restores());
        try (Follower<RestoreOrder> one = Follower.start(all.from(new FollowStart.End()), Codecs.RESTORE_ORDER, end);
                Follower<RestoreOrder> two = Follower.start(
                        all.from(new FollowStart.Since(Instant.EPOCH)).only(key -> key.startsWith("n")),
                        Codecs.RESTORE_ORDER,
                        since)) {
            one.awaitCaughtUp(SOON);
            two.awaitCaughtUp(SOON);
            broker.order(topics, "new");
            await().atMost(SOON).until(() -> end.records.contains("new") && since.records.contains("new"));
        }
        assertThat(end.records).containsExactly("new");
        assertThat(since.records).containsExactly("new");
    }

    @Test
    void statusesAreKnownGoForwardOnlyAndAreForgottenOldestFirst() {
        Topics topics = broker.freshTopics(1);
        try (RecordProducer producer = RecordProducer.open(broker.kafka(), "status");
                StatusFollower follower = StatusFollower.start(broker.kafka(), "follower", topics, 20)) {
            for (int i = 0; i < 50; i++) {
                send(producer, topics, status(i, 1, JobState.COMPLETE));
            }
            send(producer, topics, status(60, 2, JobState.RUNNING));
            send(producer, topics, status(60, 1, JobState.FAILED));
            send(producer, topics, status(60, 2, JobState.OPENING));
            List<JobState> heard = new CopyOnWriteArrayList<>();
            await().atMost(SOON).until(() -> follower.current(job(60)).isPresent());
            try (StatusFollower.Subscription subscription = follower.listen(status -> heard.add(status.state()))) {
                send(producer, topics, status(60, 2, JobState.CLOSING));
                await().atMost(SOON).until(() -> heard.contains(JobState.CLOSING));
                assertThat(subscription).isNotNull();
            }
            assertThat(follower.current(job(60)).orElseThrow().state()).isEqualTo(JobState.CLOSING);
            assertThat(follower.current(job(0))).isEmpty();
            assertThat(follower.current(job(49))).isPresent();
            assertThat(follower.all()).hasSizeBetween(20, 24);
            assertThat(follower.all().get(0).id()).isEqualTo(job(60));
        }
    }

    @Test
    void theEventsOfOneJobAreHeard() {
        Topics topics = broker.freshTopics(4);
        List<JobEvent> heard = new CopyOnWriteArrayList<>();
        try (RecordProducer producer = RecordProducer.open(broker.kafka(), "events")) {
            EventSender sender = new EventSender(producer, topics);
            sender.send(event(1));
            sender.send(event(2));
            try (Follower<JobEvent> tail =
                    EventTail.of(EventTail.settings(broker.kafka(), "tail", topics), job(1), heard::add)) {
                tail.awaitCaughtUp(SOON);
                assertThat(heard).containsExactly(event(1));
                sender.post(event(1)).join();
                await().atMost(SOON).until(() -> heard.size() == 2);
            }
        }
    }

    @Test
    void aBrokerThatIsNotThereIsSaidInTime() {
        Topics topics = broker.freshTopics(1);
        try (Follower<RestoreOrder> follower = Follower.start(
                FollowSettings.all(KafkaSettings.plain("127.0.0.1:9"), "f", topics.restores()),
                Codecs.RESTORE_ORDER,
                new Heard())) {
            assertThatThrownBy(() -> follower.awaitCaughtUp(Duration.ofSeconds(1)))
                    .isInstanceOf(Transient.class)
                    .hasMessageContaining("127.0.0.1:9 could not be read to its end in 1 s");
        }
    }

    private static void send(RecordProducer producer, Topics topics, JobStatus status) {
        producer.send(topics.jobStatus(), status.id().text(), Codecs.JOB_STATUS, status);
    }

    private static JobId job(int number) {
        return JobId.parse("01JDXZ00000000000000000%03d".formatted(number));
    }

    private static JobStatus status(int number, int attempt, JobState state) {
        return new JobStatus(
                1,
                job(number),
                JobKind.BACKUP,
                InstanceName.parse("shop"),
                new Attempt(attempt),
                state,
                null,
                null,
                Progress.NONE,
                NOON,
                NOON.plusSeconds(number),
                null,
                null,
                null);
    }

    private static JobEvent event(int number) {
        return JobEvent.of(
                job(number),
                InstanceName.parse("shop"),
                Attempt.FIRST,
                MemberId.parse("m"),
                NOON,
                new Happening.Repeated());
    }
}
