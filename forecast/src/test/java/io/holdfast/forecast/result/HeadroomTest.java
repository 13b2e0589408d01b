package io.holdfast.forecast.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HeadroomTest {
    /** One server: 1 / (1 - u). Two: 1 / (1 - u²), both from any book on queues. */
    @Test
    void theStretchIsThatOfTheQueue() {
        assertThat(Headroom.stretch(1, 0.5)).isCloseTo(2, within(1e-9));
        assertThat(Headroom.stretch(1, 0.9)).isCloseTo(10, within(1e-9));
        assertThat(Headroom.stretch(2, 0.5)).isCloseTo(1 / 0.75, within(1e-9));
        assertThat(Headroom.stretch(2, 0.8)).isCloseTo(1 / 0.36, within(1e-9));
        assertThat(Headroom.stretch(64, 0.0)).isEqualTo(1);
        assertThat(Headroom.stretch(4, 1.0)).isInfinite();
    }

    @Test
    void whatIsSpareIsCountedToTwiceTheTime() {
        assertThat(Headroom.of(1, 0.25).spare()).isCloseTo(2, within(1e-6));
        assertThat(Headroom.of(2, 0.5).spare()).isCloseTo(Math.sqrt(0.5) / 0.5, within(1e-6));
        assertThat(Headroom.of(1, 1.2).spare()).isLessThan(1);
        assertThat(Headroom.of(1, 0).spare()).isInfinite();
    }
}
