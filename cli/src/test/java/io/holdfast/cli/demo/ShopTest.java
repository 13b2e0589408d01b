package io.holdfast.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;

class ShopTest {
    @Test
    void whatIsExpectedDependsOnTheLastTransaction() {
        Shop shop = new Shop(7, 100, 1);
        assertThat(shop.expectedAfter(50)).isEqualTo(shop.expectedAfter(50));
        assertThat(shop.expectedAfter(50)).isNotEqualTo(shop.expectedAfter(51));
        assertThat(shop.expectedAfter(50)).isNotEqualTo(new Shop(8, 100, 1).expectedAfter(50));
    }

    @Test
    void theHistoryHasARowForEachTransaction() {
        TableHash history =
                Objects.requireNonNull(new Shop(7, 100, 1).expectedAfter(50).get("history"));
        assertThat(history.rows()).isEqualTo(50);
    }

    @Test
    void stepsAreTheSameForTheSameSeedAndStayInBounds() {
        for (long n = 1; n <= 1_000; n++) {
            Step step = Step.of(3, n, 10);
            assertThat(step).isEqualTo(Step.of(3, n, 10));
            assertThat(step.account()).isBetween(1, 10);
            assertThat(step.delta()).isBetween(-1_000L, 1_000L);
        }
    }
}
