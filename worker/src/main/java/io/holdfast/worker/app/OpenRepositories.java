package io.holdfast.worker.app;

import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.repository.Repositories;
import io.holdfast.repository.Repository;
import io.holdfast.repository.RepositoryConfig;
import io.holdfast.worker.WorkerFailure;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/** The repositories of the configuration, all open from the start: what would fail later is refused at once. */
final class OpenRepositories implements AutoCloseable {
    private final Map<RepositoryName, Repository> open;

    OpenRepositories(Map<RepositoryName, Repository> open) {
        this.open = Map.copyOf(open);
    }

    static OpenRepositories open(
            Map<RepositoryName, RepositoryConfig> configured, Repositories.Surroundings surroundings) {
        Map<RepositoryName, Repository> open = new HashMap<>();
        try {
            configured.forEach((name, config) -> open.put(name, Repositories.open(name, config, surroundings)));
        } catch (RuntimeException e) {
            open.values().forEach(Repository::close);
            throw e;
        }
        return new OpenRepositories(open);
    }

    Repository of(RepositoryName name) {
        Repository repository = open.get(name);
        if (repository == null) {
            throw new Permanent(
                    WorkerFailure.UNKNOWN_REPOSITORY,
                    "this worker has no repository " + name + "; it has "
                            + new TreeSet<>(open.keySet().stream()
                                    .map(RepositoryName::text)
                                    .toList()));
        }
        return repository;
    }

    @Override
    public void close() {
        open.values().forEach(Repository::close);
    }
}
