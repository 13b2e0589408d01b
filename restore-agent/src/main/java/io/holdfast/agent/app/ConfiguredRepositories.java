package io.holdfast.agent.app;

import io.holdfast.agent.AgentFailure;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.topic.Durability;
import io.holdfast.messaging.topic.TopicPlan;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.repository.Repositories;
import io.holdfast.repository.Repository;
import io.holdfast.repository.RepositoryConfig;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The repositories of a configuration. */
record ConfiguredRepositories(Map<RepositoryName, RepositoryConfig> configs, Repositories.Surroundings process)
        implements RepositoryDoor {
    static ConfiguredRepositories of(AgentConfig config, KafkaSettings kafka) {
        TopicPlan plan = TopicPlan.of(
                new Topics(config.kafka().topicPrefix()),
                Durability.of(config.kafka().replicationFactor()));
        return new ConfiguredRepositories(
                config.repositories(), new Repositories.Surroundings(kafka, plan, config.parallel()));
    }

    @Override
    public Repository open(RepositoryName name) {
        return Repositories.open(name, config(name), process);
    }

    @Override
    public Optional<Path> spool(RepositoryName name) {
        return switch (config(name)) {
            case RepositoryConfig.File file -> Optional.empty();
            case RepositoryConfig.Kafka kafka ->
                Optional.of(kafka.spool().orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir"))));
        };
    }

    private RepositoryConfig config(RepositoryName name) {
        RepositoryConfig config = configs.get(name);
        if (config == null) {
            throw new Permanent(
                    AgentFailure.REPOSITORY_UNKNOWN,
                    "the set lies in repository " + name + ", but this agent's configuration knows only "
                            + new TreeSet<>(configs.keySet().stream()
                                    .map(RepositoryName::text)
                                    .toList()));
        }
        return config;
    }
}
