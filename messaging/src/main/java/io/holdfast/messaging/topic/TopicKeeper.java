package io.holdfast.messaging.topic;

import io.holdfast.messaging.MessagingFailure;
import io.holdfast.messaging.send.KafkaFailures;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.protocol.failure.Permanent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Makes topics and audits them. All verbs fail as Kafka's failures do: {@link io.holdfast.protocol.failure.Transient} when no
 * broker answers, {@link io.holdfast.protocol.failure.Denied} when one refuses this process.
 */
public final class TopicKeeper implements AutoCloseable {
    private static final int SECONDS = 30;
    private static final int LOOKS = 200;
    private static final long PAUSE_MILLIS = 25;

    private final Admin admin;
    private final KafkaSettings kafka;

    private TopicKeeper(Admin admin, KafkaSettings kafka) {
        this.admin = admin;
        this.kafka = kafka;
    }

    /** A keeper that names itself {@code clientId} to the brokers. */
    public static TopicKeeper open(KafkaSettings kafka, String clientId) {
        try {
            return new TopicKeeper(Admin.create(kafka.admin(clientId)), kafka);
        } catch (KafkaException e) {
            throw KafkaFailures.of("opening an admin client for " + kafka.bootstrapServers(), e);
        }
    }

    /** Makes the topics that are not there; one that is there stays as it is (the audit tells). */
    public void make(Collection<TopicSettings> topics) {
        Set<String> there = names();
        List<NewTopic> missing = topics.stream()
                .filter(topic -> !there.contains(topic.name()))
                .map(TopicKeeper::fresh)
                .toList();
        admin.createTopics(missing).values().forEach((name, done) -> {
            try {
                get("making topic " + name, done);
            } catch (Permanent e) {
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
            }
        });
        awaitNames(missing.stream().map(NewTopic::name).toList());
    }

    /** A topic that was made is seen a moment later; whoever uses it or audits it at once shall not miss it. */
    private void awaitNames(List<String> made) {
        for (int look = 0; look < LOOKS && !names().containsAll(made); look++) {
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                throw KafkaFailures.of("making topics", new org.apache.kafka.common.errors.InterruptException(e));
            }
        }
    }

    private static NewTopic fresh(TopicSettings topic) {
        return new NewTopic(topic.name(), topic.partitions(), (short)
                        topic.durability().replication())
                .configs(topic.config());
    }

    /** Deletes a topic with all it holds; one that is not there is no error. */
    public void drop(String topic) {
        try {
            get("deleting topic " + topic, admin.deleteTopics(List.of(topic)).all());
        } catch (io.holdfast.protocol.failure.Transient e) {
            if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                throw e;
            }
        }
    }

    /** The names of all topics that this process may see, sorted. */
    public Set<String> names() {
        return new TreeSet<>(get("listing topics", admin.listTopics().names()));
    }

    /** Returns when the brokers have share groups; else a {@link Permanent} that says which Kafka is needed. */
    public void requireShareGroups() {
        BrokerFeatures.requireShareGroups(admin, kafka.bootstrapServers());
    }

    /** What is wrong with these topics, the brokers, and this process's own settings; empty when all is well. */
    public List<TopicFinding> audit(Collection<TopicSettings> topics) {
        List<TopicFinding> findings = new ArrayList<>(TopicAudit.client(kafka.properties()));
        findings.addAll(auditBrokers());
        Set<String> there = names();
        List<String> present =
                topics.stream().map(TopicSettings::name).filter(there::contains).toList();
        Map<String, TopicAudit.Found> found = describe(present);
        for (TopicSettings topic : topics) {
            TopicAudit.Found state = found.get(topic.name());
            if (state == null) {
                findings.add(new TopicFinding(
                        "topic " + topic.name(), "topic", "missing", "there", "nothing can be written or read"));
            } else {
                findings.addAll(TopicAudit.topic(topic, state));
            }
        }
        return findings;
    }

    /** Returns when {@link #audit} finds nothing; else a {@link Permanent} that names every offending key. */
    public void requireSound(Collection<TopicSettings> topics) {
        List<TopicFinding> findings = audit(topics);
        if (!findings.isEmpty()) {
            throw new Permanent(
                    MessagingFailure.TOPIC_UNSAFE,
                    findings.stream().map(TopicFinding::text).collect(Collectors.joining("; ")));
        }
    }

    private List<TopicFinding> auditBrokers() {
        Collection<Node> nodes = get("listing brokers", admin.describeCluster().nodes());
        List<ConfigResource> brokers = nodes.stream()
                .map(node -> new ConfigResource(ConfigResource.Type.BROKER, node.idString()))
                .toList();
        List<TopicFinding> findings = new ArrayList<>();
        configs(brokers).forEach((broker, config) -> findings.addAll(TopicAudit.broker(broker, config)));
        return findings;
    }

    private Map<String, TopicAudit.Found> describe(List<String> names) {
        Map<String, TopicDescription> descriptions =
                get("describing topics", admin.describeTopics(names).allTopicNames());
        Map<String, Map<String, String>> configs = configs(names.stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList());
        Map<String, TopicAudit.Found> found = new HashMap<>();
        descriptions.forEach((name, description) -> {
            int replication = description.partitions().stream()
                    .mapToInt(partition -> partition.replicas().size())
                    .min()
                    .orElse(0);
            found.put(
                    name,
                    new TopicAudit.Found(
                            description.partitions().size(),
                            replication,
                            Objects.requireNonNullElse(configs.get(name), Map.of())));
        });
        return found;
    }

    private Map<String, Map<String, String>> configs(List<ConfigResource> resources) {
        Map<ConfigResource, Config> all =
                get("reading configurations", admin.describeConfigs(resources).all());
        Map<String, Map<String, String>> byName = new HashMap<>();
        all.forEach((resource, config) -> {
            Map<String, String> values = new HashMap<>();
            config.entries().forEach(entry -> {
                if (entry.value() != null) {
                    values.put(entry.name(), entry.value());
                }
            });
            byName.put(resource.name(), values);
        });
        return byName;
    }

    private <T> T get(String doing, KafkaFuture<T> future) {
        String where = doing + " at " + kafka.bootstrapServers();
        try {
            return future.get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw KafkaFailures.of(where, e);
        } catch (TimeoutException e) {
            throw KafkaFailures.of(where, new org.apache.kafka.common.errors.TimeoutException("no answer", e));
        } catch (InterruptedException e) {
            throw KafkaFailures.of(where, new org.apache.kafka.common.errors.InterruptException(e));
        }
    }

    @Override
    public void close() {
        admin.close(java.time.Duration.ofSeconds(5));
    }
}
