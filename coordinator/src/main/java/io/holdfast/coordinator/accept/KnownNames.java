package io.holdfast.coordinator.accept;

import io.holdfast.protocol.id.AgentName;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.RepositoryName;
import java.util.Set;

/** The names that jobs may use, as the configuration has them. */
public record KnownNames(
        Set<InstanceName> instances,
        Set<RepositoryName> repositories,
        Set<EncryptorName> encryptors,
        Set<AgentName> agents) {
    public KnownNames {
        instances = Set.copyOf(instances);
        repositories = Set.copyOf(repositories);
        encryptors = Set.copyOf(encryptors);
        agents = Set.copyOf(agents);
    }
}
