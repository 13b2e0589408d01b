package io.holdfast.worker.app;

import io.holdfast.messaging.share.Claim;
import io.holdfast.messaging.share.OrderHandler;
import io.holdfast.messaging.share.Verdict;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.stripe.StripeCounts;
import io.holdfast.protocol.stripe.StripeOrder;
import io.holdfast.runtime.RuntimeFailure;
import io.holdfast.runtime.log.LogField;
import io.holdfast.worker.Abandoned;
import io.holdfast.worker.Pulse;
import io.holdfast.worker.WorkerMetric;
import io.holdfast.worker.report.Reporter;
import io.holdfast.worker.report.StripeProgress;
import io.holdfast.worker.take.Standing;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a slot does with an order: drop it when it no longer counts, else work on it and report. Reports are written before the
 * order is acknowledged; what a failure leaves undone is for the ledger to decide.
 */
final class OrderWork implements OrderHandler<StripeOrder> {
    private static final Logger LOG = LoggerFactory.getLogger(OrderWork.class);

    private final WorkerParts parts;
    private final SlotKits kits;
    private final JobStandings standings;
    private final Reporter reporter;
    private final SealWork sealing;
    private final CheckWork checking;

    OrderWork(WorkerParts parts, SlotKits kits, JobStandings standings, Reporter reporter) {
        this.parts = parts;
        this.kits = kits;
        this.standings = standings;
        this.reporter = reporter;
        this.sealing = new SealWork(parts);
        this.checking = new CheckWork(parts);
    }

    /**
     * Works on a platform thread of the slot: compression and ciphers would otherwise hold the few carriers of the process's
     * virtual threads.
     */
    @Override
    public Verdict handle(Claim<StripeOrder> claim) throws InterruptedException {
        SlotKit kit = kits.borrow();
        CompletableFuture<Verdict> verdict = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform().name(kit.name()).daemon().start(() -> {
            try {
                verdict.complete(work(claim, kit));
            } catch (Throwable e) {
                verdict.completeExceptionally(e);
            } finally {
                // The job may have ended while its key was asked for or its connection was made.
                kit.readers().closeIf(standings::ended);
                parts.keys().wipeUnless(standings::wanted);
                kits.giveBack(kit);
            }
        });
        try {
            return verdict.get();
        } catch (InterruptedException e) {
            thread.interrupt();
            thread.join();
            throw e;
        } catch (ExecutionException e) {
            throw new IllegalStateException("order " + claim.key() + " failed", e.getCause());
        }
    }

    /** Fields of the log are set until their handle is closed, which nothing else reads. */
    @SuppressWarnings("try")
    private Verdict work(Claim<StripeOrder> claim, SlotKit kit) throws InterruptedException {
        StripeOrder order = claim.order();
        try (var job = LogField.JOB.with(order.job());
                var instance = LogField.INSTANCE.with(order.instance());
                var stripe = LogField.STRIPE.with(order.stripe())) {
            Pulse pulse = pulse(claim);
            LOG.debug("{} taken, delivery {}", claim.key(), claim.deliveries());
            return parts.metrics()
                    .timer(WorkerMetric.STRIPE_SECONDS, "kind", kind(order))
                    .recordCallable(() -> carryOut(order, kit, pulse));
        } catch (Abandoned e) {
            return dropped(claim, e);
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private Verdict carryOut(StripeOrder order, SlotKit kit, Pulse pulse) throws InterruptedException {
        try {
            switch (order) {
                case StripeOrder.Seal seal -> sealed(seal, sealing.seal(seal, kit, pulse));
                case StripeOrder.Check check -> verified(check, checking.check(check, kit, pulse));
            }
            count(order, "done");
        } catch (Failure e) {
            // What fails because nobody wants it any more is no failure.
            pulse.beat(0);
            failed(order, e);
        } catch (Abandoned e) {
            throw e;
        } catch (RuntimeException e) {
            pulse.beat(0);
            LOG.error("a defect", e);
            failed(order, new Permanent(RuntimeFailure.DEFECT, "stripe " + order.stripe() + ": " + e, e));
        }
        return Verdict.DONE;
    }

    private void sealed(StripeOrder.Seal order, SealWork.Sealed done) {
        StripeCounts counts = done.counts();
        parts.metrics().counter(WorkerMetric.BYTES_SEALED).increment((double)
                counts.sealedBytes().number());
        parts.metrics().counter(WorkerMetric.PAGES_CHECKED).increment((double) counts.pagesChecked());
        parts.metrics().counter(WorkerMetric.BAD_PAGES).increment((double) counts.badPageCount());
        counts.badPages().forEach(page -> LOG.warn("wrong checksum: block {} of {}", page.block(), page.path()));
        reporter.sealed(order, done.stream(), counts);
        LOG.info("sealed: {} of data as {}", counts.dataBytes(), counts.sealedBytes());
    }

    private void verified(StripeOrder.Check order, StripeCounts counts) {
        parts.metrics().counter(WorkerMetric.BYTES_CHECKED).increment((double)
                counts.sealedBytes().number());
        reporter.verified(order, counts);
        LOG.info("whole: {} streams, {}", order.streams().size(), counts.sealedBytes());
    }

    private void failed(StripeOrder order, Failure failure) {
        count(order, "failed");
        parts.metrics()
                .counter(WorkerMetric.FAILURES, "code", failure.code().code())
                .increment();
        LOG.warn("failed: {} ({})", failure.what(), failure.code().code());
        reporter.failed(order, failure.report());
    }

    private Verdict dropped(Claim<StripeOrder> claim, Abandoned reason) {
        LOG.info("dropped: {}", reason.getMessage());
        count(claim.order(), "dropped");
        return claim.ended() ? Verdict.AGAIN : Verdict.DONE;
    }

    /** Felt by all stages: counts, tells progress, and stops what no longer counts. */
    private Pulse pulse(Claim<StripeOrder> claim) {
        StripeOrder order = claim.order();
        requireWanted(claim);
        StripeProgress progress = new StripeProgress(reporter, order);
        var read = parts.metrics().counter(WorkerMetric.BYTES_READ);
        return bytes -> {
            requireWanted(claim);
            if (order instanceof StripeOrder.Seal) {
                read.increment((double) bytes);
            }
            progress.beat(bytes);
        };
    }

    private void requireWanted(Claim<StripeOrder> claim) {
        if (claim.ended()) {
            throw new Abandoned(claim.lost() ? "the claim was lost" : "the worker is stopping");
        }
        Standing standing = standings.of(claim.order().job(), claim.order().attempt());
        if (standing != Standing.WANTED) {
            throw new Abandoned(standing.reason());
        }
    }

    private void count(StripeOrder order, String outcome) {
        parts.metrics()
                .counter(WorkerMetric.STRIPES, "kind", kind(order), "outcome", outcome)
                .increment();
    }

    private static String kind(StripeOrder order) {
        return order.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    /** There is no job to tell: the record is in the log, and skipped. */
    @Override
    public void poison(Unreadable record) {
        LOG.warn(
                "a record of {} with key {} is no stripe order and is skipped: {}",
                record.topic(),
                record.key(),
                record.failure().what());
        parts.metrics()
                .counter(WorkerMetric.FAILURES, "code", record.failure().code().code())
                .increment();
    }
}
