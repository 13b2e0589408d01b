package io.holdfast.messaging.send;

import io.holdfast.messaging.MessagingFailure;
import io.holdfast.messaging.codec.NearestName;
import io.holdfast.protocol.failure.Permanent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Where the brokers are and how to talk to them.
 *
 * @param bootstrapServers {@code host:port}, several with commas
 * @param properties properties of Kafka's own clients, passed through: TLS, SASL, timeouts, buffers. Secrets are values that
 *     the caller has resolved. An unknown key, or one that the platform depends on, is a {@link Permanent} that names it.
 */
public record KafkaSettings(String bootstrapServers, Map<String, String> properties) {
    /** What the platform's promises rest on; not the user's to change. */
    private static final Set<String> OURS = Set.of(
            "bootstrap.servers",
            "acks",
            "enable.idempotence",
            "isolation.level",
            "auto.offset.reset",
            "enable.auto.commit",
            "group.id",
            "group.instance.id",
            "group.protocol",
            "key.serializer",
            "value.serializer",
            "key.deserializer",
            "value.deserializer",
            "transactional.id",
            "max.poll.records",
            "allow.auto.create.topics",
            "share.acknowledgement.mode",
            "share.acquire.mode");

    public KafkaSettings {
        if (bootstrapServers.isBlank()) {
            throw setting("bootstrapServers is empty: it is host:port, several with commas");
        }
        properties = Map.copyOf(properties);
        Set<String> known = known();
        for (String key : new TreeSet<>(properties.keySet())) {
            if (OURS.contains(key)) {
                throw setting("the Kafka property " + key + " is set by the platform and cannot be changed");
            }
            if (!known.contains(key)) {
                String meant = NearestName.of(key, known)
                        .map(near -> "; did you mean " + near + "?")
                        .orElse("");
                throw setting("the Kafka property " + key + " is unknown to Kafka's clients" + meant);
            }
        }
    }

    /** Brokers without TLS or login. */
    public static KafkaSettings plain(String bootstrapServers) {
        return new KafkaSettings(bootstrapServers, Map.of());
    }

    /** Properties of a producer of records that are all written once and by all replicas. */
    public Map<String, Object> producer(String clientId) {
        Map<String, Object> all = only(clientId, ProducerConfig.configNames());
        all.put(ProducerConfig.ACKS_CONFIG, "all");
        all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
        return all;
    }

    /** Properties of a plain consumer without a group that reads committed records and never jumps over a hole. */
    public Map<String, Object> consumer(String clientId) {
        Map<String, Object> all = only(clientId, ConsumerConfig.configNames());
        all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        return all;
    }

    /** Properties of a consumer of a share group that takes one record at a time and says what became of it. */
    public Map<String, Object> shareConsumer(String clientId, String group) {
        Map<String, Object> all = only(clientId, ConsumerConfig.configNames());
        // Of another kind of consumer; a share consumer refuses them.
        List.of("session.timeout.ms", "heartbeat.interval.ms", "partition.assignment.strategy")
                .forEach(all::remove);
        all.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        all.put(ConsumerConfig.SHARE_ACKNOWLEDGEMENT_MODE_CONFIG, "explicit");
        all.put(ConsumerConfig.SHARE_ACQUIRE_MODE_CONFIG, "record_limit");
        all.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "1");
        all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        return all;
    }

    /** Properties of an admin client. */
    public Map<String, Object> admin(String clientId) {
        return only(clientId, AdminClientConfig.configNames());
    }

    /** All pass-through properties with the servers, for Kafka Streams. */
    public Map<String, Object> streams() {
        Map<String, Object> all = new HashMap<>(properties);
        all.put("bootstrap.servers", bootstrapServers);
        return all;
    }

    private Map<String, Object> only(String clientId, Set<String> names) {
        Map<String, Object> some = new HashMap<>();
        properties.forEach((key, value) -> {
            if (names.contains(key)) {
                some.put(key, value);
            }
        });
        some.put("bootstrap.servers", bootstrapServers);
        some.put("client.id", clientId);
        return some;
    }

    private static Set<String> known() {
        Set<String> known = new TreeSet<>(ProducerConfig.configNames());
        known.addAll(ConsumerConfig.configNames());
        known.addAll(AdminClientConfig.configNames());
        return known;
    }

    private static Permanent setting(String message) {
        return new Permanent(MessagingFailure.BAD_SETTING, message);
    }

    /** Without the values of the properties, which may be secrets. */
    @Override
    public String toString() {
        return "KafkaSettings(" + bootstrapServers + ", " + new TreeSet<>(properties.keySet()) + ")";
    }
}
