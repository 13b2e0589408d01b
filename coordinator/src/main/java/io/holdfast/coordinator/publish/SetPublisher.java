package io.holdfast.coordinator.publish;

import io.holdfast.catalog.CatalogEntry;
import io.holdfast.catalog.CatalogReader;
import io.holdfast.catalog.Publisher;
import io.holdfast.catalog.StripeIndex;
import io.holdfast.chunk.RandomSource;
import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.coordinator.Reports;
import io.holdfast.coordinator.plan.CheckOrders;
import io.holdfast.keys.DataKeys;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.job.VerifyDepth;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.protocol.manifest.IndexPart;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.manifest.TopicCopies;
import io.holdfast.protocol.plan.Phase;
import io.holdfast.protocol.plan.PlanTotals;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.session.SessionOrder;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.protocol.stripe.StripeOrder;
import io.holdfast.repository.AbsentStream;
import io.holdfast.repository.Repository;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What becomes of sets once they are sealed: index parts, manifests; and the plans of verifications. Doing an order again is harmless. */
public final class SetPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(SetPublisher.class);

    /** What a publisher works with. */
    public record Ports(
            Map<RepositoryName, Repository> repositories,
            DataKeys keys,
            Publisher publisher,
            CatalogReader catalog,
            Reports reports,
            TopicCopies topics) {}

    private final Ports ports;
    private final RandomSource random;

    /** A publisher; {@code random} names the streams of index parts. */
    public SetPublisher(Ports ports, RandomSource random) {
        this.ports = ports;
        this.random = random;
    }

    /** Writes a part of the index, after every stream in it was found in the repository. */
    public void sealIndex(SessionOrder.SealIndex order) {
        attempt(order, Happening.SessionFailed::new, () -> {
            IndexPart part = StripeIndex.write(
                    repository(order.repository()),
                    order.context(),
                    StripeIndex.Content.of(order.part(), order.streams()),
                    random);
            ports.reports().send(order, new Happening.IndexSealed(part));
        });
    }

    /** Makes the set real. */
    public void publish(SessionOrder.Publish order) {
        attempt(order, Happening.PublishFailed::new, () -> {
            Repository repository = repository(order.options().repository());
            ManifestBody body = body(order);
            requirePresent(repository, body);
            CatalogEntry entry =
                    ports.publisher().publish(repository, body, order.opened().keys());
            ports.reports().send(order, new Happening.Published(entry.body().set()));
            LOG.info(
                    "set {} is published, number {} of {}",
                    body.set(),
                    entry.body().sequence(),
                    body.instance());
        });
    }

    private static void requirePresent(Repository repository, ManifestBody body) {
        List<AbsentStream> absent = repository.absent(
                body.set(), body.index().stream().map(IndexPart::stream).toList());
        if (!absent.isEmpty()) {
            Corrupt first = absent.getFirst().failure();
            throw new Corrupt(first.code(), "the stripe index of set " + body.set() + ": " + first.what());
        }
    }

    /** Its number and its predecessor's digest are those of the newest set, so that the catalog must not be behind. */
    private ManifestBody body(SessionOrder.Publish order) {
        if (!ports.catalog().connected()) {
            throw new Transient(
                    CoordinatorFailure.CATALOG_BEHIND,
                    "set " + order.opened().context().set()
                            + " gets no number yet: the catalog cannot be followed, and may have a newer set of instance "
                            + order.instance());
        }
        Optional<CatalogEntry> before = ports.catalog().sets(order.instance()).stream()
                .filter(entry ->
                        !entry.body().set().equals(order.opened().context().set()))
                .findFirst();
        long sequence = before.map(entry -> entry.body().sequence() + 1).orElse(1L);
        Bytes previous = before.map(CatalogEntry::digest).orElse(null);
        return new ManifestBody(
                1,
                order.opened().context().fleet(),
                order.instance(),
                order.opened().context().set(),
                "full",
                "postgresql",
                order.opened().server(),
                order.opened().startLsn(),
                order.closed().stopLsn(),
                order.opened().startTime(),
                order.closed().stopTime(),
                order.closed().wal(),
                order.opened().tablespaces(),
                order.options(),
                order.totals(),
                order.opened().dekCommitment(),
                order.index(),
                sequence,
                previous,
                ports.topics());
    }

    /** Plans a verification; where chunks are to be opened it lends the job the set's key, which is taken back when the job is over. */
    public void planVerify(SessionOrder.PlanVerify order) {
        attempt(order, Happening.SessionFailed::new, () -> {
            CatalogEntry set = ports.catalog().resolve(order.instance(), order.set());
            ManifestBody body = set.body();
            Repository repository = repository(body.options().repository());
            List<StreamRef> streams = StripeIndex.read(repository, body.context(), body.index());
            WrappedKey key = lend(order, set);
            List<StripeOrder.Check> checks = CheckOrders.of(order, body, key, repository.batches(streams));
            checks.forEach(check -> ports.reports().post(order, new Happening.StripePlanned(check)));
            ports.reports().flush();
            ByteCount bytes = body.totals().dataBytes();
            PlanTotals totals = new PlanTotals(checks.size(), body.totals().files(), bytes);
            ports.reports().send(order, new Happening.Planned(Phase.DATA, totals));
        });
    }

    private @Nullable WrappedKey lend(SessionOrder.PlanVerify order, CatalogEntry set) {
        ManifestBody body = set.body();
        if (order.depth() != VerifyDepth.CHUNKS || body.options().suite() == Suite.NONE) {
            return null;
        }
        return ports.keys()
                .lend(body.context(), set.keys().keys(), Objects.requireNonNull(body.dekCommitment()), order.job());
    }

    private Repository repository(RepositoryName name) {
        Repository repository = ports.repositories().get(name);
        if (repository == null) {
            throw new Permanent(
                    CoordinatorFailure.UNKNOWN_REPOSITORY,
                    "this coordinator's configuration has no repository " + name);
        }
        return repository;
    }

    private void attempt(SessionOrder order, FailedAs failedAs, Runnable work) {
        Consumer<Failure> tell = failure -> ports.reports().send(order, failedAs.of(failure.report()));
        try {
            work.run();
        } catch (Failure e) {
            LOG.warn("job {}: {}", order.job(), e.what());
            tell.accept(e);
        } catch (IllegalArgumentException | IllegalStateException | NullPointerException e) {
            LOG.error("job {} failed by a defect", order.job(), e);
            tell.accept(new Transient(CoordinatorFailure.UNFORESEEN, "the order failed: " + e, e));
        }
    }

    /** How a failure is told. */
    @FunctionalInterface
    private interface FailedAs {
        Happening of(FailureReport failure);
    }
}
