package io.holdfast.forecast.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Times an operation in batches, so that reading the clock costs nothing beside it, and so that what disturbs some batches does not
 * move the median.
 */
final class Stopwatch {
    private static final long BATCH_NANOS = 500_000;
    private static final int FEWEST_BATCHES = 5;
    private static final int WARM_UP_SHARE = 4;

    private final LongSupplier clock;

    Stopwatch(LongSupplier clock) {
        this.clock = clock;
    }

    /** In this thread, for about {@code nanos}; the first quarter is not counted. */
    Spread time(Runnable operation, long nanos) {
        return Spread.of(batches(operation, nanos));
    }

    /** In that many threads at once, each with an operation of its own. */
    Spread time(Supplier<Runnable> operations, int threads, long nanos) {
        List<Callable<double[]>> work = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Runnable operation = operations.get();
            work.add(() -> batches(operation, nanos));
        }
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Double> all = new ArrayList<>();
            for (Future<double[]> one : pool.invokeAll(work)) {
                for (double time : one.get()) {
                    all.add(time);
                }
            }
            return Spread.of(all.stream().mapToDouble(Double::doubleValue).toArray());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompletionException("calibration was interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new CompletionException(e);
        }
    }

    private double[] batches(Runnable operation, long nanos) {
        long begun = clock.getAsLong();
        long warm = begun + nanos / WARM_UP_SHARE;
        long done = 0;
        do {
            operation.run();
            done++;
        } while (clock.getAsLong() < warm);
        long once = Math.max(1, (clock.getAsLong() - begun) / done);
        long batch = Math.max(1, BATCH_NANOS / once);
        List<Double> times = new ArrayList<>();
        long now = clock.getAsLong();
        while (now - begun < nanos || times.size() < FEWEST_BATCHES) {
            for (long i = 0; i < batch; i++) {
                operation.run();
            }
            long then = clock.getAsLong();
            times.add((then - now) / (double) batch);
            now = then;
        }
        return times.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
