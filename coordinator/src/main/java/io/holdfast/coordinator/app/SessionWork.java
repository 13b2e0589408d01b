package io.holdfast.coordinator.app;

import io.holdfast.coordinator.CoordinatorMetric;
import io.holdfast.coordinator.Standing;
import io.holdfast.coordinator.Standings;
import io.holdfast.coordinator.hold.BackupHolder;
import io.holdfast.coordinator.hold.Hold;
import io.holdfast.coordinator.publish.SetPublisher;
import io.holdfast.coordinator.rewrap.SetRewrapper;
import io.holdfast.keys.DataKeys;
import io.holdfast.messaging.share.Claim;
import io.holdfast.messaging.share.OrderHandler;
import io.holdfast.messaging.share.Verdict;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.session.SessionOrder;
import io.holdfast.runtime.metrics.Metrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What becomes of session orders. */
final class SessionWork implements OrderHandler<SessionOrder> {
    private static final Logger LOG = LoggerFactory.getLogger(SessionWork.class);

    private final BackupHolder holder;
    private final SetPublisher publisher;
    private final SetRewrapper rewrapper;
    private final Standings standings;
    private final DataKeys keys;
    private final Metrics metrics;

    SessionWork(
            BackupHolder holder,
            SetPublisher publisher,
            SetRewrapper rewrapper,
            Standings standings,
            DataKeys keys,
            Metrics metrics) {
        this.holder = holder;
        this.publisher = publisher;
        this.rewrapper = rewrapper;
        this.standings = standings;
        this.keys = keys;
        this.metrics = metrics;
    }

    @Override
    public Verdict handle(Claim<SessionOrder> claim) throws InterruptedException {
        String kind = claim.order().getClass().getSimpleName();
        try {
            Verdict verdict = work(claim);
            metrics.counter(CoordinatorMetric.SESSION_ORDERS, "kind", kind, "outcome", verdict.name())
                    .increment();
            return verdict;
        } catch (Failure e) {
            LOG.warn("{} of job {} is given back: {}", kind, claim.order().job(), e.what());
            metrics.counter(CoordinatorMetric.SESSION_ORDERS, "kind", kind, "outcome", "given-back")
                    .increment();
            return Verdict.AGAIN;
        }
    }

    private Verdict work(Claim<SessionOrder> claim) throws InterruptedException {
        SessionOrder order = claim.order();
        if (order instanceof SessionOrder.OpenBackup open) {
            holder.hold(open, holdOf(claim));
            return Verdict.DONE;
        }
        if (over(order)) {
            return Verdict.DONE;
        }
        return switch (order) {
            case SessionOrder.OpenBackup open -> Verdict.DONE;
            case SessionOrder.SealIndex index -> {
                publisher.sealIndex(index);
                yield Verdict.DONE;
            }
            case SessionOrder.Publish publish -> {
                publisher.publish(publish);
                yield Verdict.DONE;
            }
            case SessionOrder.RewrapSets rewrap -> {
                rewrapper.rewrap(rewrap);
                yield Verdict.DONE;
            }
            case SessionOrder.EndKeys end -> {
                keys.endJob(end.job());
                yield Verdict.DONE;
            }
            case SessionOrder.PlanVerify plan -> {
                publisher.planVerify(plan);
                // A job that ended meanwhile has sent its order to end keys before this one was lent.
                boolean unused = over(plan);
                yield Verdict.DONE;
            }
        };
    }

    private boolean over(SessionOrder order) {
        Standing standing = standings.of(order.job(), order.attempt());
        if (standing == Standing.ENDED) {
            keys.endJob(order.job());
        }
        return standing == Standing.ENDED || standing == Standing.SUPERSEDED;
    }

    private static Hold holdOf(Claim<SessionOrder> claim) {
        return new Hold() {
            @Override
            public boolean ended() {
                return claim.ended();
            }

            @Override
            public boolean lost() {
                return claim.lost();
            }
        };
    }

    @Override
    public void poison(Unreadable record) {
        LOG.error(
                "a record of {} with key {} is no order and is left out: {}",
                record.topic(),
                record.key(),
                record.failure().what());
    }
}
