package io.holdfast.agent.place;

import io.holdfast.protocol.failure.Failure;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Forces large files to disk while others are still being fetched: else the disk is idle until the end, and then all wait for it. The
 * system tells of a write that was lost only once, so what could not be forced here fails the restore, whatever {@link Settling} finds.
 */
final class WriteBehind implements AutoCloseable {
    /** Below this a file is left to {@link Settling}: forcing it takes longer than writing it. */
    static final long LEAST_BYTES = 1 << 20;

    private static final int WAITING = 64;

    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("write-behind").daemon().factory());
    private final Semaphore waiting = new Semaphore(WAITING);
    private final AtomicReference<@Nullable Failure> failed = new AtomicReference<>();
    private final Runnable doubt;

    /** Notes with {@code doubt}, before anybody hears of it, that something could not be forced. */
    WriteBehind(Runnable doubt) {
        this.doubt = doubt;
    }

    /** Forces the files soon; waits when too many are due already. */
    void force(List<Path> files) {
        raise();
        waiting.acquireUninterruptibly();
        thread.execute(() -> {
            try {
                files.forEach(Durable::file);
            } catch (Failure e) {
                failed.compareAndSet(null, e);
                doubt.run();
            } finally {
                waiting.release();
            }
        });
    }

    /** Returns when all is forced; throws what went wrong. */
    void finish() {
        waiting.acquireUninterruptibly(WAITING);
        waiting.release(WAITING);
        raise();
    }

    private void raise() {
        Failure failure = failed.get();
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void close() {
        thread.shutdown();
        try {
            // The lock on the target goes after this: nobody else shall work there meanwhile.
            boolean unused = thread.awaitTermination(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
