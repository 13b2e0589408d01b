package io.holdfast.coordinator.ledger;

import java.util.function.Consumer;

/**
 * A topic of orders and the share group that reads it: what Kafka may do to an order. It is handed out, perhaps late; its taker dies
 * or stalls, so that the lock runs out and the next one gets it; a change of leader loses all claims, so that two have it at once;
 * after ten deliveries nobody gets it any more.
 */
final class SimulatedQueue<T> {
    private static final int DELIVERIES = 10;
    private static final int LOCK_MILLIS = 15_000;
    private static final int LONGEST_STALL_MILLIS = 600_000;

    private final SimulatedTime time;
    private final Consumer<T> taker;

    SimulatedQueue(SimulatedTime time, Consumer<T> taker) {
        this.time = time;
        this.taker = taker;
    }

    void send(T order) {
        time.later(time.delay(), () -> hand(order, 1));
    }

    /** The taker gave the order back, or died with it. */
    void again(T order) {
        time.later(LOCK_MILLIS, () -> hand(order, 2));
    }

    private void hand(T order, int delivery) {
        if (delivery > DELIVERIES) {
            return;
        }
        if (time.bad()) {
            // Died before it did anything.
            time.later(LOCK_MILLIS, () -> hand(order, delivery + 1));
            return;
        }
        if (time.worse()) {
            // Stalls beyond its lock, and works on it in the end, beside the next one.
            time.later(LOCK_MILLIS, () -> hand(order, delivery + 1));
            time.later(LOCK_MILLIS + time.random.nextInt(LONGEST_STALL_MILLIS), () -> taker.accept(order));
            return;
        }
        if (time.worse()) {
            time.later(time.random.nextInt(500), () -> hand(order, delivery + 1));
        }
        taker.accept(order);
    }
}
