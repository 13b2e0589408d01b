package io.holdfast.worker.app;

import io.holdfast.chunk.write.FrameSink;
import io.holdfast.engine.ExtentEnd;
import io.holdfast.engine.ExtentReader;
import io.holdfast.engine.ExtentSink;
import io.holdfast.engine.ReadReport;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.runtime.metrics.Metrics;
import io.holdfast.worker.WorkerMetric;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/** Measures the stages of one stripe from outside, as decorators of their ports. Times are in nanoseconds until published. */
final class StageTimes {
    private final LongSupplier clock;
    private long readNanos;
    private long reading;
    private long sinking;
    private long appending;
    private long committing;

    StageTimes(LongSupplier clock) {
        this.clock = clock;
    }

    /** The reader, with its own time told from the time that it waits for its taker. */
    ExtentReader reader(ExtentReader inner) {
        return new ExtentReader() {
            @Override
            public void check() {
                inner.check();
            }

            @Override
            public ReadReport read(List<Extent> extents, ExtentSink sink) {
                TimedSink timed = new TimedSink(sink, clock);
                long start = clock.getAsLong();
                ReadReport report = inner.read(extents, timed);
                readNanos = clock.getAsLong() - start - timed.nanos;
                return report;
            }

            @Override
            public void close() {
                inner.close();
            }
        };
    }

    /** The sealing side, frames and all. */
    ExtentSink sealing(ExtentSink inner) {
        return new ExtentSink() {
            @Override
            public void piece(int extent, long offset, ByteBuffer bytes) {
                long start = clock.getAsLong();
                inner.piece(extent, offset, bytes);
                sinking += clock.getAsLong() - start;
            }

            @Override
            public void end(int extent, ExtentEnd end, long read) {
                inner.end(extent, end, read);
            }
        };
    }

    /** The repository's side. */
    FrameSink appending(FrameSink inner) {
        return (index, frame) -> {
            long start = clock.getAsLong();
            inner.accept(index, frame);
            appending += clock.getAsLong() - start;
        };
    }

    /** What the caller does between the start of reading and its end. */
    <T> T wholeReading(Step<T> step) throws InterruptedException {
        long start = clock.getAsLong();
        T result = step.run();
        reading += clock.getAsLong() - start;
        return result;
    }

    <T> T commit(Step<T> step) throws InterruptedException {
        long start = clock.getAsLong();
        T result = step.run();
        committing += clock.getAsLong() - start;
        return result;
    }

    /** Something that is measured. */
    @FunctionalInterface
    interface Step<T> {
        T run() throws InterruptedException;
    }

    void publish(Metrics metrics) {
        publish(metrics, "read", readNanos);
        publish(metrics, "wait", reading - sinking);
        publish(metrics, "seal", sinking - appending);
        publish(metrics, "append", appending);
        publish(metrics, "commit", committing);
    }

    private static void publish(Metrics metrics, String stage, long nanos) {
        metrics.timer(WorkerMetric.STAGE_SECONDS, "stage", stage).record(Duration.ofNanos(Math.max(0, nanos)));
    }

    private static final class TimedSink implements ExtentSink {
        private final ExtentSink inner;
        private final LongSupplier clock;
        private long nanos;

        TimedSink(ExtentSink inner, LongSupplier clock) {
            this.inner = inner;
            this.clock = clock;
        }

        @Override
        public void piece(int extent, long offset, ByteBuffer bytes) {
            long start = clock.getAsLong();
            inner.piece(extent, offset, bytes);
            nanos += clock.getAsLong() - start;
        }

        @Override
        public void end(int extent, ExtentEnd end, long read) {
            inner.end(extent, end, read);
        }
    }
}
