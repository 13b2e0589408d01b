package io.holdfast.messaging;

import io.holdfast.localservers.BrokerOptions;
import io.holdfast.localservers.EmbeddedBroker;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.send.RecordProducer;
import io.holdfast.messaging.topic.Durability;
import io.holdfast.messaging.topic.TopicKeeper;
import io.holdfast.messaging.topic.TopicPlan;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.id.AgentName;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.TopicPrefix;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.OnNotEmpty;
import io.holdfast.protocol.restore.RestoreOrder;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** One broker for a test class; each test takes topics with a prefix of its own. */
public final class BrokerFixture implements AutoCloseable {
    private static final AtomicInteger PREFIXES = new AtomicInteger();

    private final Path folder;
    private EmbeddedBroker broker;

    public BrokerFixture(Path folder) {
        this.folder = folder;
        this.broker = EmbeddedBroker.start(BrokerOptions.in(folder));
    }

    public KafkaSettings kafka() {
        return KafkaSettings.plain(broker.bootstrapServers());
    }

    /** The control topics of a new prefix. */
    public Topics freshTopics(int partitions) {
        Topics topics = new Topics(TopicPrefix.parse("t" + PREFIXES.incrementAndGet()));
        try (TopicKeeper keeper = TopicKeeper.open(kafka(), "test-keeper")) {
            keeper.make(new TopicPlan(topics, Durability.SINGLE, partitions).control());
        }
        return topics;
    }

    public void stop() {
        broker.close();
    }

    public void startAgain() {
        broker = EmbeddedBroker.start(BrokerOptions.in(folder));
    }

    /** Writes orders named by their directories into the topic of restores. */
    public void order(Topics topics, String... directories) {
        try (RecordProducer producer = RecordProducer.open(kafka(), "test-producer")) {
            for (String directory : directories) {
                producer.send(topics.restores(), directory, Codecs.RESTORE_ORDER, restore(directory));
            }
        }
    }

    public static RestoreOrder restore(String directory) {
        return new RestoreOrder(
                1,
                JobId.parse("01JDXZ0000000000000000000A"),
                InstanceName.parse("shop"),
                Attempt.FIRST,
                null,
                AgentName.parse("agent"),
                directory,
                Map.of(),
                OnNotEmpty.REFUSE,
                AfterRestore.LEAVE);
    }

    @Override
    public void close() {
        broker.close();
    }
}
