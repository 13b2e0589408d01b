package io.holdfast.repository;

import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.topic.TopicPlan;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.repository.file.FileRepository;
import io.holdfast.repository.kafka.KafkaRepository;

/** Opens repositories as they are configured. */
public final class Repositories {
    private Repositories() {}

    /**
     * What repositories need of their process.
     *
     * @param plan names and durability of topics
     * @param readers how many streams a {@link Repository#fetch} hands out at once, at least 1
     */
    public record Surroundings(KafkaSettings kafka, TopicPlan plan, int readers) {}

    /** Opens one, to be closed by the caller; refuses what would fail later. */
    public static Repository open(RepositoryName name, RepositoryConfig config, Surroundings process) {
        return switch (config) {
            case RepositoryConfig.File file -> FileRepository.open(name, file.path(), process.readers());
            case RepositoryConfig.Kafka kafka -> KafkaRepository.open(name, kafka, process);
        };
    }
}
