package io.holdfast.messaging.share;

import java.util.ArrayList;
import java.util.List;

/** The claim of one slot on one order. */
final class SlotClaim<T> implements Claim<T> {
    /** How a claim ended before its handler returned. */
    enum End {
        NOT_YET,
        CLOSING,
        LOST
    }

    private final T order;
    private final String key;
    private final int deliveries;
    private final List<Runnable> actions = new ArrayList<>();
    private volatile End end = End.NOT_YET;

    SlotClaim(T order, String key, int deliveries) {
        this.order = order;
        this.key = key;
        this.deliveries = deliveries;
    }

    /** Ends the claim; the first end counts, but a loss counts over a closing. */
    void end(End how) {
        List<Runnable> due;
        synchronized (this) {
            if (end == End.LOST) {
                return;
            }
            end = how;
            due = List.copyOf(actions);
            actions.clear();
        }
        due.forEach(Runnable::run);
    }

    @Override
    public T order() {
        return order;
    }

    @Override
    public String key() {
        return key;
    }

    @Override
    public int deliveries() {
        return deliveries;
    }

    @Override
    public boolean ended() {
        return end != End.NOT_YET;
    }

    @Override
    public boolean lost() {
        return end == End.LOST;
    }

    @Override
    public void onEnd(Runnable action) {
        synchronized (this) {
            if (end == End.NOT_YET) {
                actions.add(action);
                return;
            }
        }
        action.run();
    }
}
