package io.holdfast.agent.app;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.VerifiedSet;
import io.holdfast.agent.plan.SetFinder;
import io.holdfast.catalog.CatalogEntry;
import io.holdfast.catalog.RepositoryCatalog;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.repository.Repository;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds sets in repositories alone, without a catalog. A repository that cannot be opened or read, such as one in a Kafka that is down or in a folder that is not mounted, is
 * passed over as long as another has what is wanted; the log says so, as the newest set may be in the one that was passed over.
 */
record RepositorySets(List<RepositoryName> names, RepositoryDoor repositories, PinnedKeys pinned) implements SetFinder {
    private static final Logger LOG = LoggerFactory.getLogger(RepositorySets.class);
    private static final Comparator<Found> OLDEST_FIRST = Comparator.comparingLong(
                    (Found found) -> found.entry().body().sequence())
            .thenComparing(found -> found.entry().body().stopTime());

    private record Found(RepositoryName repository, CatalogEntry entry) {}

    @Override
    public VerifiedSet find(InstanceName instance, Optional<SetId> set) {
        List<Found> candidates = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        List<Failure> unreachable = new ArrayList<>();
        for (RepositoryName name : names) {
            try (Repository repository = repositories.open(name)) {
                entries(repository, set, refused).stream()
                        .filter(entry -> entry.body().instance().equals(instance))
                        .forEach(entry -> candidates.add(new Found(name, entry)));
            } catch (Transient | Permanent | Denied e) {
                LOG.warn("repository {} is passed over, whatever sets it has: {}", name, e.what());
                unreachable.add(e);
            }
        }
        if (candidates.isEmpty() && !unreachable.isEmpty()) {
            throw unreachable.getFirst();
        }
        Found found = candidates.stream().max(OLDEST_FIRST).orElseThrow(() -> unknown(instance, set, refused));
        try (Repository repository = repositories.open(found.repository())) {
            return CatalogSets.with(found.entry(), repository);
        }
    }

    /** With a set's id its failures count; among all sets those that do not verify are passed over. */
    private List<CatalogEntry> entries(Repository repository, Optional<SetId> set, List<String> refused) {
        if (set.isPresent()) {
            return RepositoryCatalog.entry(repository, set.get(), pinned).stream()
                    .toList();
        }
        RepositoryCatalog.Findings findings = RepositoryCatalog.read(repository, pinned);
        findings.refused().values().stream().map(FailureReport::message).forEach(refused::add);
        return List.copyOf(findings.entries().values());
    }

    private Permanent unknown(InstanceName instance, Optional<SetId> set, List<String> refused) {
        String what =
                set.map(id -> "set " + id + " of instance " + instance).orElse("complete set of instance " + instance);
        String others = refused.isEmpty()
                ? ""
                : "; " + refused.size() + " sets there are refused, one of them because " + refused.getFirst();
        return new Permanent(
                AgentFailure.SET_UNKNOWN, "there is no " + what + " in the repositories " + names + others);
    }
}
