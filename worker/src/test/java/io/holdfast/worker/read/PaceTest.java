package io.holdfast.worker.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.protocol.quantity.ByteCount;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PaceTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000);

    @Test
    void withoutALimitNobodyWaits() {
        assertThat(new Pace(Optional.empty(), now::get).spend(Long.MAX_VALUE)).isZero();
    }

    @Test
    void slotsShareThePaceAndEachWaitsForWhatAllHaveRead() {
        Pace pace = new Pace(Optional.of(ByteCount.of(1_000)), now::get);
        assertThat(pace.spend(500)).isEqualTo(Duration.ofMillis(500));
        assertThat(pace.spend(500)).isEqualTo(Duration.ofSeconds(1));
        now.addAndGet(Duration.ofMillis(400).toNanos());
        assertThat(pace.spend(100)).isEqualTo(Duration.ofMillis(700));
    }

    @Test
    void whatNobodyReadIsNotSavedUp() {
        Pace pace = new Pace(Optional.of(ByteCount.of(1_000)), now::get);
        now.addAndGet(Duration.ofHours(1).toNanos());
        assertThat(pace.spend(2_000)).isEqualTo(Duration.ofSeconds(2));
    }
}
