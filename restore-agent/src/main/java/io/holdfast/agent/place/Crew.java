package io.holdfast.agent.place;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Threads that force files to disk, with a bound of what waits for them. Nothing here can be interrupted: a forcing that is cut off
 * cannot be told from one that failed.
 */
final class Crew implements AutoCloseable {
    private final int places;
    private final Semaphore free;
    private final ExecutorService threads;
    private final AtomicReference<@Nullable RuntimeException> failed = new AtomicReference<>();

    /** So many threads, and so much work given and not yet done. */
    Crew(int threads, int places) {
        this.places = places;
        this.free = new Semaphore(places);
        this.threads = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().name("forcing-", 0).daemon().factory());
    }

    /** Has work done soon, waiting while too much is due; throws what earlier work has thrown. */
    void give(Runnable work) {
        raise();
        free.acquireUninterruptibly();
        threads.execute(() -> {
            try {
                work.run();
            } catch (RuntimeException e) {
                failed.compareAndSet(null, e);
            } finally {
                free.release();
            }
        });
    }

    /** Returns when all is done; throws what any work has thrown. */
    void finish() {
        free.acquireUninterruptibly(places);
        free.release(places);
        raise();
    }

    private void raise() {
        RuntimeException failure = failed.get();
        if (failure != null) {
            throw failure;
        }
    }

    /** Waits for what was given. */
    @Override
    public void close() {
        threads.shutdown();
        boolean interrupted = false;
        while (!threads.isTerminated()) {
            try {
                boolean unused = threads.awaitTermination(1, TimeUnit.DAYS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
