package io.holdfast.runtime.kafka;

import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.TopicPrefix;
import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.config.Setting;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where a process finds Kafka, and as whom it connects: Kafka's own client settings pass through. */
public record KafkaConfig(
        @Setting(
                doc = "Brokers to begin with, as host:port, separated by commas.",
                example = "kafka-1.example:9092,kafka-2.example:9092")
        String bootstrapServers,

        @Setting(doc = "What the names of all topics begin with; it names the site of origin.", example = "berlin")
        @Default("holdfast")
        TopicPrefix topicPrefix,

        @Setting(doc = "Replication factor of the topics that the platform makes; 1 on a single broker.", example = "3")
        @Default("3")
        int replicationFactor,

        @Setting(
                doc = "Settings of Kafka's clients as Kafka names them, quoted: security.protocol, sasl.mechanism,"
                        + " ssl.truststore.location and so on. No secrets here.",
                example = "{\"security.protocol\": SASL_SSL, \"sasl.mechanism\": SCRAM-SHA-512}")
        @Default("{}")
        Map<String, String> properties,

        @Setting(
                doc = "The same, for values that are secrets: references instead of values.",
                example = "{\"sasl.jaas.config\": \"file:secrets/kafka.jaas\"}")
        @Default("{}")
        Map<String, SecretRef> secretProperties) {
    /** No cluster keeps more copies of a topic. */
    public static final int MOST_COPIES = 32;

    public KafkaConfig {
        if (replicationFactor < 1 || replicationFactor > MOST_COPIES) {
            throw Permanent.invalid("a replication factor is 1 to " + MOST_COPIES, Integer.toString(replicationFactor));
        }
        properties = Map.copyOf(properties);
        secretProperties = Map.copyOf(secretProperties);
    }

    /** A single broker without authentication, for tests and single hosts. */
    public static KafkaConfig plain(String bootstrapServers, TopicPrefix prefix) {
        return new KafkaConfig(bootstrapServers, prefix, 1, Map.of(), Map.of());
    }

    /**
     * The pass-through settings, all but the servers. They hold secrets in clear: hand them to clients only, never log them.
     *
     * @throws io.holdfast.protocol.failure.Failure when a secret cannot be read
     */
    public Map<String, String> clientProperties(SecretResolver secrets) {
        Map<String, String> all = new LinkedHashMap<>(properties);
        secretProperties.forEach((name, reference) -> all.put(name, new String(secrets.resolveText(reference))));
        return all;
    }
}
