package io.holdfast.agent.app;

import io.holdfast.agent.AgentMetric;
import io.holdfast.agent.RestorePlan;
import io.holdfast.agent.RestoreWatch;
import io.holdfast.protocol.event.Progress;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.runtime.metrics.Metrics;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Names the steps of one restore, times them, and counts what is placed. */
final class StepClock {
    private static final long TELL_EVERY_BYTES = 16L << 20;

    private final RestoreWatch watch;
    private final Metrics metrics;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong streams = new AtomicLong();
    private final AtomicLong told = new AtomicLong();
    private volatile ByteCount planned = ByteCount.ZERO;
    private volatile ByteCount sealed = ByteCount.ZERO;
    private volatile long streamsPlanned;

    StepClock(RestoreWatch watch, Metrics metrics) {
        this.watch = watch;
        this.metrics = metrics;
    }

    /** Does a step. */
    <T> T step(String name, Supplier<T> work) {
        long start = System.nanoTime();
        watch.step(name, progress());
        try {
            return work.get();
        } finally {
            metrics.timer(AgentMetric.STEP_SECONDS, "step", name)
                    .record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        }
    }

    /** Does a step that returns nothing. */
    void step(String name, Runnable work) {
        Boolean unused = step(name, () -> {
            work.run();
            return true;
        });
    }

    /** What there is to do, and what an earlier run did. */
    void plan(RestorePlan plan, Collection<Long> placedBefore) {
        planned = plan.dataBytes();
        sealed = plan.sealedBytes();
        streamsPlanned = plan.streams().size();
        streams.set(placedBefore.size());
        bytes.set(placedBefore.stream().mapToLong(count -> count).sum());
    }

    /** More bytes are placed. */
    void placed(long count) {
        long now = bytes.addAndGet(count);
        metrics.counter(AgentMetric.BYTES).increment((double) count);
        long last = told.get();
        if (now - last >= TELL_EVERY_BYTES && told.compareAndSet(last, now)) {
            watch.step("fetch", progress());
        }
    }

    /** A stream is through. */
    void placed(StreamRef stream) {
        streams.incrementAndGet();
        metrics.counter(AgentMetric.STREAMS).increment();
    }

    private Progress progress() {
        return new Progress(streams.get(), streamsPlanned, ByteCount.of(bytes.get()), planned, sealed);
    }
}
