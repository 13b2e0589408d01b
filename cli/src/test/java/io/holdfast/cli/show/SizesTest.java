package io.holdfast.cli.show;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.protocol.quantity.ByteCount;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SizesTest {
    @Test
    void bytesTakeTheLargestUnitThatFits() {
        assertThat(Sizes.of(ByteCount.of(1023))).isEqualTo("1023 B");
        assertThat(Sizes.of(ByteCount.of(1536))).isEqualTo("1.5 KiB");
        assertThat(Sizes.of(ByteCount.of(5L << 30))).isEqualTo("5.0 GiB");
    }

    @Test
    void aRateWithoutTimeIsADash() {
        assertThat(Sizes.rate(ByteCount.of(10), Duration.ZERO)).isEqualTo("–");
        assertThat(Sizes.rate(ByteCount.of(4L << 20), Duration.ofSeconds(2))).isEqualTo("2.0 MiB/s");
    }

    @Test
    void timesAreSaidAsPeopleDo() {
        assertThat(Sizes.of(Duration.ofMillis(2_449))).isEqualTo("2.4 s");
        assertThat(Sizes.of(Duration.ofSeconds(200))).isEqualTo("3 min 20 s");
        assertThat(Sizes.of(Duration.ofMinutes(125))).isEqualTo("2 h 5 min");
    }

    @Test
    void aRatioOfNothingIsADash() {
        assertThat(Sizes.ratio(ByteCount.of(10), ByteCount.ZERO)).isEqualTo("–");
        assertThat(Sizes.ratio(ByteCount.of(10), ByteCount.of(4))).isEqualTo("2.50");
    }
}
