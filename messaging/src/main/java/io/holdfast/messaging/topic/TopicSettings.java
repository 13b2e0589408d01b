package io.holdfast.messaging.topic;

import io.holdfast.messaging.Limits;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a topic is made, and what its audit compares with.
 *
 * @param retention how long records are kept; null for ever
 */
public record TopicSettings(
        String name,
        int partitions,
        Durability durability,
        Cleanup cleanup,
        @Nullable Duration retention) {
    /** What becomes of old records. */
    public enum Cleanup {
        /** Removed after the retention. */
        DELETE("delete"),
        /** The newest of each key is kept. */
        COMPACT("compact");

        private final String policy;

        Cleanup(String policy) {
            this.policy = policy;
        }

        /** As Kafka calls it. */
        public String policy() {
            return policy;
        }
    }

    private static final Duration SHORT = Duration.ofDays(1);

    /** The topic's configuration in Kafka's words. */
    public Map<String, String> config() {
        Map<String, String> config = new LinkedHashMap<>();
        config.put("cleanup.policy", cleanup.policy());
        config.put("retention.ms", Long.toString(retention == null ? -1 : retention.toMillis()));
        if (retention != null && retention.compareTo(SHORT) < 0) {
            // Records go by whole segments, and a segment lasts a week unless said otherwise.
            config.put("segment.ms", Long.toString(retention.toMillis() / 4));
        }
        config.put("retention.bytes", "-1");
        config.put("min.insync.replicas", Integer.toString(durability.minInsync()));
        config.put("unclean.leader.election.enable", "false");
        config.put("max.message.bytes", Integer.toString(Limits.BATCH_BYTES));
        if (name.startsWith(Topics.DEAD_LETTERS)) {
            config.put("errors.deadletterqueue.group.enable", "true");
        }
        return config;
    }
}
