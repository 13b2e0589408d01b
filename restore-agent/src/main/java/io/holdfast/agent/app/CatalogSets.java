package io.holdfast.agent.app;

import io.holdfast.agent.VerifiedSet;
import io.holdfast.agent.plan.SetFinder;
import io.holdfast.catalog.CatalogEntry;
import io.holdfast.catalog.CatalogReader;
import io.holdfast.catalog.StripeIndex;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.repository.Repository;
import java.util.Optional;

/** Finds sets in the catalog's topic, and their index in their repository. */
record CatalogSets(CatalogReader catalog, RepositoryDoor repositories) implements SetFinder {
    @Override
    public VerifiedSet find(InstanceName instance, Optional<SetId> set) {
        CatalogEntry entry = catalog.resolve(instance, set.orElse(null));
        try (Repository repository = repositories.open(entry.body().options().repository())) {
            return with(entry, repository);
        }
    }

    /** An entry with its index, read from where it lies. */
    static VerifiedSet with(CatalogEntry entry, Repository repository) {
        RepositoryName name = repository.name();
        return new VerifiedSet(
                entry.body(),
                entry.digest(),
                entry.keys().keys(),
                StripeIndex.read(
                        repository, entry.body().context(), entry.body().index()),
                name);
    }
}
