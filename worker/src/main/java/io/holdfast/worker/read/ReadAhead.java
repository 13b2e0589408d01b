package io.holdfast.worker.read;

import io.holdfast.engine.ExtentReader;
import io.holdfast.engine.ExtentSink;
import io.holdfast.engine.ReadReport;
import io.holdfast.protocol.plan.Extent;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Reads on a thread of its own while the caller seals what was read before. At most the given number of buffers is filled
 * ahead; when the caller is slow, reading waits. One stripe at a time; a slot keeps one of these for its life.
 */
public final class ReadAhead implements AutoCloseable {
    private final ExecutorService reading;
    private final BlockingQueue<Batch> empty;
    private final BlockingQueue<Batch> full;
    private final List<Batch> all;
    private final Pace pace;

    /**
     * @param thread the name of the reading thread
     * @param buffers how many, at least 2
     * @param bufferBytes the size of each
     * @param pace shared with the worker's other slots
     */
    public ReadAhead(String thread, int buffers, int bufferBytes, Pace pace) {
        this.pace = pace;
        this.reading = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().name(thread).daemon().factory());
        this.all = Stream.generate(() -> new Batch(bufferBytes)).limit(buffers).toList();
        this.empty = new ArrayBlockingQueue<>(buffers + 1);
        this.full = new ArrayBlockingQueue<>(buffers + 1);
    }

    /**
     * Reads the extents in their order and hands them to {@code sink} on the calling thread. After a failure of either side
     * the reader must not be used again.
     */
    public ReadReport read(ExtentReader reader, List<Extent> extents, ExtentSink sink) throws InterruptedException {
        empty.clear();
        full.clear();
        all.forEach(Batch::clear);
        empty.addAll(all);
        Filling filling = new Filling(empty, full, pace);
        Future<ReadReport> report = reading.submit(() -> filling.fill(reader, extents));
        boolean done = false;
        try {
            drain(sink);
            done = true;
        } finally {
            if (!done) {
                filling.stop();
                awaitEnd(report);
            }
        }
        return result(report);
    }

    private void drain(ExtentSink sink) throws InterruptedException {
        for (Batch batch = full.take(); !batch.isLast(); batch = full.take()) {
            batch.replay(sink);
            batch.clear();
            empty.add(batch);
        }
    }

    /** The reading thread must be out of the buffers before they are used again. */
    private static void awaitEnd(Future<ReadReport> report) {
        boolean interrupted = false;
        while (!report.isDone()) {
            try {
                report.get();
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (ExecutionException | CancellationException e) {
                break;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static ReadReport result(Future<ReadReport> report) throws InterruptedException {
        try {
            return report.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException("reading failed", e);
        }
    }

    /** Ends the thread; the buffers are freed with this object. */
    @Override
    public void close() {
        reading.shutdownNow();
    }
}
