package io.holdfast.repository;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Threads that hand streams to a visitor: as many at once as there are readers, and as many again waiting, so that what is waiting is
 * bounded. The first failure ends the work.
 */
public final class VisitorCrew implements AutoCloseable {
    private final int places;
    private final Semaphore free;
    private final ExecutorService threads;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** With this many threads. */
    public VisitorCrew(int readers) {
        this.places = 2 * readers;
        this.free = new Semaphore(places);
        this.threads = Executors.newFixedThreadPool(
                readers,
                Thread.ofPlatform().daemon().name("repository-reader-", 0).factory());
    }

    /** Hands over work, after waiting for a free place; throws what earlier work has thrown. */
    public void give(Runnable work) {
        throwFailure();
        try {
            free.acquire();
        } catch (InterruptedException e) {
            throw StorageFailures.interrupted("reading streams");
        }
        threads.execute(() -> {
            try {
                if (failure.get() == null) {
                    work.run();
                }
            } catch (RuntimeException | Error e) {
                failure.compareAndSet(null, e);
            } finally {
                free.release();
            }
        });
    }

    /** Waits until all work is done; throws what any has thrown. */
    public void finish() {
        try {
            free.acquire(places);
            free.release(places);
        } catch (InterruptedException e) {
            throw StorageFailures.interrupted("reading streams");
        }
        throwFailure();
    }

    private void throwFailure() {
        switch (failure.get()) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable other -> throw new IllegalStateException(other);
        }
    }

    /** Lets no more work begin and waits for what is under way, so that no visitor is called afterwards. */
    @Override
    public void close() {
        failure.compareAndSet(null, new IllegalStateException("closed"));
        threads.shutdown();
        boolean interrupted = false;
        while (true) {
            try {
                if (threads.awaitTermination(1, TimeUnit.DAYS)) {
                    break;
                }
            } catch (InterruptedException e) {
                interrupted = true;
                threads.shutdownNow();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
