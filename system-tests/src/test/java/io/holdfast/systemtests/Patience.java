package io.holdfast.systemtests;

import java.time.Duration;

/** Waits for what must come. */
final class Patience {
    /** Whether it has come. */
    interface Condition {
        boolean holds() throws Exception;
    }

    private Patience() {}

    /** Returns when it holds; after {@code most} the test fails and says what did not come. */
    static void until(Duration most, String what, Condition condition) throws Exception {
        long end = System.nanoTime() + most.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not within " + most.toSeconds() + " s: " + what);
            }
            Thread.sleep(20);
        }
    }
}
