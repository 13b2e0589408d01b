package io.holdfast.coordinator.io;

import io.holdfast.messaging.Limits;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.topic.Durability;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.id.MemberId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.LogAndContinueExceptionHandler;

/**
 * How the ledger runs on Kafka Streams.
 *
 * @param session after which silence another member takes the ledger over
 */
public record StreamsSettings(
        KafkaSettings kafka,
        Topics topics,
        MemberId member,
        Durability durability,
        Path stateDirectory,
        int threads,
        Duration session) {
    private static final int COMMIT_MS = 20;
    /**
     * A thread of Kafka Streams commits between two polls only. While it waits for records its last transaction is open, and what workers
     * reported meanwhile lies behind it in the same topic, hidden.
     */
    private static final int POLL_MS = 20;

    private static final long CACHE_BYTES = 8L << 20;

    /** As Kafka Streams takes them. */
    Properties properties() {
        Properties all = new Properties();
        all.putAll(kafka.streams());
        all.put(StreamsConfig.APPLICATION_ID_CONFIG, topics.coordinatorApplication());
        all.put(StreamsConfig.CLIENT_ID_CONFIG, member.text());
        all.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        all.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_MS);
        all.put(StreamsConfig.POLL_MS_CONFIG, POLL_MS);
        all.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
        all.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, durability.replication());
        all.put(StreamsConfig.STATE_DIR_CONFIG, stateDirectory.toString());
        all.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, CACHE_BYTES);
        all.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocks.class);
        // What the ledger's own topic cannot be read back from is left out: leases end what waits for it.
        all.put(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, LogAndContinueExceptionHandler.class);
        all.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), (int) session.toMillis());
        all.put(StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), (int)
                session.dividedBy(4).toMillis());
        all.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        all.put(
                StreamsConfig.topicPrefix(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG),
                Integer.toString(durability.minInsync()));
        all.put(StreamsConfig.topicPrefix(TopicConfig.MAX_MESSAGE_BYTES_CONFIG), Integer.toString(Limits.BATCH_BYTES));
        all.put(StreamsConfig.topicPrefix(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG), "false");
        return all;
    }
}
