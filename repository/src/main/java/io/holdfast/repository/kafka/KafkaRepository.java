package io.holdfast.repository.kafka;

import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.repository.Repositories;
import io.holdfast.repository.Repository;
import io.holdfast.repository.RepositoryConfig;

/** A repository in Kafka. */
public final class KafkaRepository {
    private KafkaRepository() {}

    /** Opens it. */
    @SuppressWarnings("DoNotCallSuggester")
    public static Repository open(
            RepositoryName name, RepositoryConfig.Kafka config, Repositories.Surroundings process) {
        throw new UnsupportedOperationException();
    }
}
