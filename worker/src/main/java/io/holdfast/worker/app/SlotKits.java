package io.holdfast.worker.app;

import io.holdfast.engine.DatabaseEngine;
import io.holdfast.protocol.id.JobId;
import io.holdfast.worker.read.Pace;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;

/** The kits of all slots; those that nobody uses lose their connection when its job ends. */
final class SlotKits implements AutoCloseable {
    private final Deque<SlotKit> idle = new ArrayDeque<>();
    private final int count;
    private boolean closed;

    SlotKits(int count, DatabaseEngine engine, Pace pace) {
        this.count = count;
        for (int i = 0; i < count; i++) {
            idle.add(new SlotKit(i, engine, pace));
        }
    }

    /** Waits for a kit; the one used last comes first, since its connection may still be right. */
    synchronized SlotKit borrow() throws InterruptedException {
        while (idle.isEmpty()) {
            wait();
        }
        return idle.removeFirst();
    }

    synchronized void giveBack(SlotKit kit) {
        if (closed) {
            kit.close();
            return;
        }
        idle.addFirst(kit);
        notify();
    }

    synchronized void closeReaders(Predicate<JobId> ended) {
        idle.forEach(kit -> kit.readers().closeIf(ended));
    }

    synchronized int busy() {
        return count - idle.size();
    }

    /** Kits in use are closed when they come back. */
    @Override
    public synchronized void close() {
        closed = true;
        idle.forEach(SlotKit::close);
        idle.clear();
    }
}
