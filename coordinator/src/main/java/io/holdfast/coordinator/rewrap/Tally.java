package io.holdfast.coordinator.rewrap;

import io.holdfast.catalog.CatalogEntry;
import io.holdfast.catalog.Rewrapper;
import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.session.RewrapCounts;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What became of the sets of one order, counted by several threads. */
final class Tally {
    private static final Logger LOG = LoggerFactory.getLogger(Tally.class);

    private RewrapCounts counts = RewrapCounts.NONE;
    private @Nullable FailureReport first;
    private @Nullable Failure passing;

    /** Does {@code work} and counts it, unless something failed already that may pass: then the order is to be given again. */
    void count(CatalogEntry set, Supplier<Rewrapper.Outcome> work) {
        if (givenUp()) {
            return;
        }
        try {
            add(one(work.get()));
        } catch (Transient e) {
            giveUp(e);
        } catch (Failure e) {
            LOG.warn("set {} keeps its encryptors: {}", set.body().set(), e.what());
            failed(e);
        } catch (RuntimeException e) {
            LOG.error(
                    "set {} keeps its encryptors because of a defect",
                    set.body().set(),
                    e);
            giveUp(new Transient(
                    CoordinatorFailure.UNFORESEEN, "set " + set.body().set() + " failed by a defect: " + e, e));
        }
    }

    private static RewrapCounts one(Rewrapper.Outcome outcome) {
        return switch (outcome) {
            case REWRAPPED -> new RewrapCounts(1, 0, 0, 0);
            case UNCHANGED -> new RewrapCounts(0, 1, 0, 0);
            case WITHOUT_KEY -> new RewrapCounts(0, 0, 1, 0);
        };
    }

    private synchronized boolean givenUp() {
        return passing != null;
    }

    private synchronized void giveUp(Failure failure) {
        passing = passing == null ? failure : passing;
    }

    private synchronized void add(RewrapCounts more) {
        counts = counts.plus(more);
    }

    private synchronized void failed(Failure failure) {
        counts = counts.plus(new RewrapCounts(0, 0, 0, 1));
        first = first == null ? failure.report() : first;
    }

    /** The report of part {@code part}; throws what may pass. */
    synchronized Happening.SetsRewrapped told(int part, @Nullable SetId last, long left) {
        if (passing != null) {
            throw passing;
        }
        return new Happening.SetsRewrapped(part, counts, last, left, first);
    }
}
