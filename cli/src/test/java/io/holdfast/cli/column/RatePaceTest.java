package io.holdfast.cli.column;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RatePaceTest {
    @Test
    void batchesTakeAsLongAsTheRateSays() {
        RatePace pace = new RatePace(1000);
        long begun = System.nanoTime();
        for (int i = 0; i < 4; i++) {
            pace.after(50);
        }
        assertThat((System.nanoTime() - begun) / 1e9).isBetween(0.19, 5.0);
    }

    @Test
    void withoutARateNothingWaits() {
        RatePace pace = new RatePace(0);
        long begun = System.nanoTime();
        pace.after(Integer.MAX_VALUE);
        assertThat((System.nanoTime() - begun) / 1e9).isLessThan(5.0);
    }
}
