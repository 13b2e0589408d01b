package io.holdfast.coordinator.rewrap;

import io.holdfast.catalog.CatalogEntry;
import io.holdfast.catalog.CatalogFailure;
import io.holdfast.catalog.CatalogReader;
import io.holdfast.catalog.Rewrapper;
import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.coordinator.Reports;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.session.SessionOrder;
import io.holdfast.repository.Repository;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes the encryptors of some sets by one order, several sets at once. Doing an order again is harmless. */
public final class SetRewrapper {
    private static final Logger LOG = LoggerFactory.getLogger(SetRewrapper.class);

    /** Each set waits for the gateway and for storage most of its time. */
    private static final int AT_ONCE = 16;

    /** So often a set is begun anew when somebody else changed its keys meanwhile. */
    private static final int TRIES = 3;

    private static final Comparator<CatalogEntry> BY_ID =
            Comparator.comparing(entry -> entry.body().set().text());

    /** What it works with. */
    public record Ports(
            Map<RepositoryName, Repository> repositories,
            Rewrapper rewrapper,
            CatalogReader catalog,
            Reports reports) {}

    private final Ports ports;

    /** Works with these. */
    public SetRewrapper(Ports ports) {
        this.ports = ports;
    }

    /** Does an order and reports what became of its sets; or that it failed as a whole, which is worth another try. */
    public void rewrap(SessionOrder.RewrapSets order) throws InterruptedException {
        Happening told;
        try {
            told = done(order);
        } catch (Failure e) {
            LOG.warn("job {}: {}", order.job(), e.what());
            told = new Happening.SessionFailed(e.report());
        } catch (IllegalArgumentException | IllegalStateException | NullPointerException e) {
            LOG.error("job {} failed by a defect", order.job(), e);
            told = new Happening.SessionFailed(
                    new Transient(CoordinatorFailure.UNFORESEEN, "the order failed: " + e, e).report());
        }
        ports.reports().send(order, told);
    }

    private Happening.SetsRewrapped done(SessionOrder.RewrapSets order) throws InterruptedException {
        List<CatalogEntry> following = following(order);
        List<CatalogEntry> sets = following.subList(0, Math.min(following.size(), Math.max(1, order.most())));
        Tally tally = new Tally();
        List<Callable<Void>> works = new ArrayList<>();
        sets.forEach(set -> works.add(() -> {
            tally.count(set, () -> changed(set, order.encryptors()));
            return null;
        }));
        try (ExecutorService threads =
                Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            threads.invokeAll(works);
        }
        SetId last = sets.isEmpty() ? null : sets.getLast().body().set();
        return tally.told(order.part(), last, following.size() - sets.size());
    }

    private List<CatalogEntry> following(SessionOrder.RewrapSets order) {
        if (!ports.catalog().connected()) {
            throw new Transient(
                    CoordinatorFailure.CATALOG_BEHIND,
                    "the sets of instance " + order.instance()
                            + " are not known just now: the catalog cannot be followed");
        }
        SetId only = order.set();
        if (only != null) {
            return List.of(ports.catalog().resolve(order.instance(), only));
        }
        SetId after = order.after();
        return ports.catalog().sets(order.instance()).stream()
                .filter(entry -> after == null || entry.body().set().text().compareTo(after.text()) > 0)
                .sorted(BY_ID)
                .toList();
    }

    private Rewrapper.Outcome changed(CatalogEntry set, List<EncryptorName> encryptors) {
        Repository repository = repository(set);
        for (int attempt = 1; ; attempt++) {
            try {
                return ports.rewrapper().rewrap(repository, set, encryptors);
            } catch (Transient e) {
                if (e.code() != CatalogFailure.KEYS_CHANGED || attempt == TRIES) {
                    throw e;
                }
            }
        }
    }

    private Repository repository(CatalogEntry set) {
        RepositoryName name = set.body().options().repository();
        Repository repository = ports.repositories().get(name);
        if (repository == null) {
            throw new Permanent(
                    CoordinatorFailure.UNKNOWN_REPOSITORY,
                    "set " + set.body().set() + " is in repository " + name
                            + ", which this coordinator's configuration does not have");
        }
        return repository;
    }
}
