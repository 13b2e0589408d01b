package io.holdfast.coordinator.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whole fleets from one seed: transactions of the ledger that are aborted, orders that are delivered late, twice or never, members
 * that die and stall, events that are lost, come twice and in another order, clocks that jump, cancellations at any time; what must
 * hold is looked at after every step. A failure names its seed; to see it again run with {@code -Dholdfast.seed=N}, and to run more
 * of them with {@code -Dholdfast.fleets=10000}.
 */
class LedgerSimulationTest {
    private static final int FLEETS = Integer.getInteger("holdfast.fleets", 150);
    private static final int UNTIL_FOUND = 300;

    /** J1: states only move forward and every job ends. */
    @Test
    void whateverHappensJobsMoveForwardAndComeToAnEnd() {
        Long given = Long.getLong("holdfast.seed");
        long first = given != null ? given : 1;
        int fleets = given != null ? 1 : FLEETS;
        System.out.println("simulated fleets: " + fleets + " from seed " + first);
        for (long seed = first; seed < first + fleets; seed++) {
            try {
                new SimulatedFleet(seed, Mutant.NONE).run();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    @Test
    void aSeedGivesTheSameFleetEachTime() {
        assertThat(stories()).isEqualTo(stories()).doesNotHaveDuplicates();
    }

    private static List<String> stories() {
        return LongStream.range(0, 20)
                .mapToObj(seed -> new SimulatedFleet(seed, Mutant.NONE).run())
                .toList();
    }

    @ParameterizedTest
    @EnumSource(value = Mutant.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void aPlantedDefectIsFound(Mutant mutant) {
        assertThat(LongStream.range(0, UNTIL_FOUND)
                        .filter(seed -> fails(seed, mutant))
                        .findFirst())
                .as("a seed that finds %s", mutant)
                .isPresent();
    }

    private static boolean fails(long seed, Mutant mutant) {
        try {
            new SimulatedFleet(seed, mutant).run();
            return false;
        } catch (RuntimeException | AssertionError e) {
            return true;
        }
    }
}
