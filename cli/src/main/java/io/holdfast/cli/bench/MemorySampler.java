package io.holdfast.cli.bench;

import java.util.Collection;

/** The peak of the memory of some processes, until it is closed. */
final class MemorySampler implements AutoCloseable {
    private static final long EVERY_MILLIS = 100;

    private final Collection<ProcessHandle> roots;
    private final Thread thread;
    private volatile boolean closing;
    private volatile long peak;

    MemorySampler(Collection<ProcessHandle> roots) {
        this.roots = roots;
        this.thread = Thread.ofPlatform().daemon().name("memory-sampler").start(this::run);
    }

    private void run() {
        while (!closing) {
            long now = ProcessTree.residentBytes(roots);
            if (now > peak) {
                peak = now;
            }
            try {
                Thread.sleep(EVERY_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    long peak() {
        return peak;
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
    }
}
