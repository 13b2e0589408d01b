package io.holdfast.agent.app;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.AgentMetric;
import io.holdfast.agent.RestoreRequest;
import io.holdfast.messaging.follow.StatusFollower;
import io.holdfast.messaging.share.Claim;
import io.holdfast.messaging.share.OrderHandler;
import io.holdfast.messaging.share.Verdict;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.Progress;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.AgentName;
import io.holdfast.protocol.restore.RestoreOrder;
import io.holdfast.protocol.restore.RestoreResult;
import io.holdfast.runtime.log.LogField;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does the orders of one agent and passes over those of others. An order that comes again goes on where it stopped, or is
 * answered as before.
 */
final class OrderWork implements OrderHandler<RestoreOrder> {
    private static final Logger LOG = LoggerFactory.getLogger(OrderWork.class);
    private static final int TRIES = 3;
    private static final long LOOK_MILLIS = 500;
    /** The step of a restore that another one on the same host goes before. */
    static final String WAITING = "waiting for another restore on this host";

    private final AgentName name;
    private final RestoreTools tools;
    private final RestoreRecords records;
    private final StatusFollower statuses;
    private final RestoreReports reports;
    private final Duration pause;
    private final AtomicInteger busy = new AtomicInteger();
    /** One restore at a time; an order that waits says so, or it would be taken for one whose agent is gone. */
    private final Semaphore turn = new Semaphore(1, true);

    OrderWork(
            AgentName name,
            RestoreTools tools,
            RestoreRecords records,
            StatusFollower statuses,
            RestoreReports reports,
            Duration pause) {
        this.name = name;
        this.tools = tools;
        this.records = records;
        this.statuses = statuses;
        this.reports = reports;
        this.pause = pause;
    }

    /** How many restores are being done. */
    int busy() {
        return busy.get();
    }

    @Override
    public Verdict handle(Claim<RestoreOrder> claim) throws InterruptedException {
        RestoreOrder order = claim.order();
        if (!order.agent().equals(name) || ended(order)) {
            return Verdict.DONE;
        }
        busy.incrementAndGet();
        try (var job = LogField.JOB.with(order.job());
                var instance = LogField.INSTANCE.with(order.instance())) {
            LOG.debug("{} {}", job, instance);
            return handle(order, claim);
        } finally {
            busy.decrementAndGet();
        }
    }

    private Verdict handle(RestoreOrder order, Claim<RestoreOrder> claim) throws InterruptedException {
        try {
            Optional<RestoreResult> before = records.result(order);
            RestoreResult result = before.isPresent() ? before.get() : restore(order, claim);
            records.done(order, result);
            reports.send(order, new Happening.Restored(result));
            tools.metrics().counter(AgentMetric.RESTORES, "outcome", "done").increment();
            LOG.info("restored set {} in {}", result.set(), result.directory());
            return Verdict.DONE;
        } catch (Failure e) {
            return failed(order, claim, e);
        } catch (RuntimeException e) {
            LOG.error("a restore ended by a defect", e);
            return failed(order, claim, new Permanent(AgentFailure.DEFECT, "restore " + order.job() + ": " + e, e));
        }
    }

    private Verdict failed(RestoreOrder order, Claim<RestoreOrder> claim, Failure failure) {
        if (claim.ended()) {
            LOG.info("the order of this restore went back: {}", failure.what());
            return Verdict.AGAIN;
        }
        tools.metrics().counter(AgentMetric.RESTORES, "outcome", "failed").increment();
        tools.metrics()
                .counter(AgentMetric.FAILURES, "code", failure.code().code())
                .increment();
        LOG.warn("{}: {}", failure.code().code(), failure.what());
        if (!ended(order)) {
            reports.send(order, new Happening.RestoreFailed(failure.report()));
        }
        return Verdict.DONE;
    }

    /** What is worth another try is tried again here: nothing that is placed is lost between. */
    private RestoreResult restore(RestoreOrder order, Claim<RestoreOrder> claim) throws InterruptedException {
        BooleanSupplier cancelled = () -> claim.ended() || ended(order);
        try (ProgressBeat beat = new ProgressBeat(progress -> reports.post(order, progress))) {
            awaitTurn(order, beat, cancelled);
            try {
                return inTries(order, beat, cancelled);
            } finally {
                turn.release();
            }
        }
    }

    private void awaitTurn(RestoreOrder order, ProgressBeat beat, BooleanSupplier cancelled)
            throws InterruptedException {
        if (turn.tryAcquire()) {
            return;
        }
        beat.step(WAITING, Progress.NONE);
        while (!turn.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            if (cancelled.getAsBoolean()) {
                throw new Permanent(
                        AgentFailure.INTERRUPTED, "restore " + order.job() + " was given up before its turn came");
            }
        }
    }

    private RestoreResult inTries(RestoreOrder order, ProgressBeat beat, BooleanSupplier cancelled)
            throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return new RestoreRun(tools, records.of(order), beat, cancelled).restore(RestoreRequest.of(order));
            } catch (Transient e) {
                if (attempt == TRIES || cancelled.getAsBoolean()) {
                    throw e;
                }
                LOG.warn("try {} of {}: {}", attempt, TRIES, e.what());
                Thread.sleep(pause);
            }
        }
    }

    /** Whether nobody waits for this order any more. */
    private boolean ended(RestoreOrder order) {
        return statuses.current(order.job())
                .map(status -> status.state().terminal() || status.attempt().compareTo(order.attempt()) > 0)
                .orElse(false);
    }

    @Override
    public void poison(Unreadable record) {
        LOG.warn(
                "a record of {} with key {} is no order: {}",
                record.topic(),
                record.key(),
                record.failure().what());
    }
}
