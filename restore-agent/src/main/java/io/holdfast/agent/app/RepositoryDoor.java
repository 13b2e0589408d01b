package io.holdfast.agent.app;

import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.repository.Repository;
import java.nio.file.Path;
import java.util.Optional;

/** Opens repositories by the names that manifests know. */
interface RepositoryDoor {
    /** Opens one, to be closed by the caller; one that is not configured is refused. */
    Repository open(RepositoryName name);

    /** Where it keeps sealed streams on their way; empty when it hands them out where they lie. */
    Optional<Path> spool(RepositoryName name);
}
