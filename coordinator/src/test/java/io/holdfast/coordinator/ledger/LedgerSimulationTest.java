package io.holdfast.coordinator.ledger;

import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whole fleets from one seed: sessions and workers that crash, stall and fail, events that come twice, late and in another
 * order, cancellations at any time; what must hold is looked at after every event. A failure names its seed; to see it again
 * run with {@code -Dholdfast.seed=N}.
 */
class LedgerSimulationTest {
    private static final int FLEETS = Integer.getInteger("holdfast.fleets", 150);

    @Test
    void whateverHappensJobsMoveForwardAndComeToAnEnd() {
        Long given = Long.getLong("holdfast.seed");
        long first = given != null ? given : new Random().nextLong(1_000_000_000L);
        int fleets = given != null ? 1 : FLEETS;
        System.out.println("simulated fleets: " + fleets + " from seed " + first);
        for (long seed = first; seed < first + fleets; seed++) {
            try {
                new SimulatedFleet(seed).run();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }
}
