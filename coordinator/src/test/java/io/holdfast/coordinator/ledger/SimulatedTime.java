package io.holdfast.coordinator.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/** What is to happen, when, and how badly the fleet fares: all from one seed, in one thread. */
final class SimulatedTime {
    final Random random;
    private final double trouble;
    private final PriorityQueue<Due> agenda =
            new PriorityQueue<>(Comparator.comparing(Due::at).thenComparing(Due::order));
    private Instant now = Samples.START;
    private long order;

    private record Due(Instant at, long order, Runnable action) {}

    SimulatedTime(long seed) {
        this.random = new Random(seed);
        this.trouble = random.nextInt(5) * 0.06;
    }

    Instant now() {
        return now;
    }

    void later(long millis, Runnable action) {
        at(now.plusMillis(millis), action);
    }

    void at(Instant when, Runnable action) {
        agenda.add(new Due(when, order++, action));
    }

    /** Goes on to what is due next; false when nothing is left before {@code limit} has passed. */
    boolean step(Duration limit) {
        Due due = agenda.poll();
        if (due == null || due.at().isAfter(Samples.START.plus(limit))) {
            return false;
        }
        now = due.at();
        due.action().run();
        return true;
    }

    /** Whether something goes wrong that often does. */
    boolean bad() {
        return random.nextDouble() < trouble;
    }

    /** Whether something goes wrong that seldom does. */
    boolean worse() {
        return random.nextDouble() < trouble / 5;
    }

    /** Milliseconds that an order waits or a stripe takes: mostly short, sometimes longer than a lease. */
    int delay() {
        return bad() ? random.nextInt(100_000) : random.nextInt(2_000);
    }
}
