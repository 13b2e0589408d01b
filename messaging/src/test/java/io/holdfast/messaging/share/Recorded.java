package io.holdfast.messaging.share;

import io.holdfast.protocol.restore.RestoreOrder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A handler that remembers, and does what it is told. */
final class Recorded implements OrderHandler<RestoreOrder> {
    final List<String> started = new CopyOnWriteArrayList<>();
    final List<String> done = new CopyOnWriteArrayList<>();
    final List<Integer> deliveries = new CopyOnWriteArrayList<>();
    final List<String> lost = new CopyOnWriteArrayList<>();
    final List<Unreadable> unreadable = new CopyOnWriteArrayList<>();
    private final Work work;

    Recorded(Work work) {
        this.work = work;
    }

    /** What is done with a claim. */
    @FunctionalInterface
    interface Work {
        Verdict on(Claim<RestoreOrder> claim) throws InterruptedException;
    }

    @Override
    public Verdict handle(Claim<RestoreOrder> claim) throws InterruptedException {
        started.add(claim.order().directory());
        deliveries.add(claim.deliveries());
        claim.onEnd(() -> {
            if (claim.lost()) {
                lost.add(claim.order().directory());
            }
        });
        Verdict verdict = work.on(claim);
        done.add(claim.order().directory());
        return verdict;
    }

    @Override
    public void poison(Unreadable record) {
        unreadable.add(record);
    }
}
