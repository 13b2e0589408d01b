package io.holdfast.forecast.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BootstrapTest {
    private static Work second(double decrypted) {
        return new Work(1, 0.5, decrypted, 0, 0, 1);
    }

    @Test
    void tooFewSamplesAreTakenAsTheyAre() {
        Bootstrap few = new Bootstrap(List.of(second(1), second(2)));
        assertThat(few.resamples()).isFalse();
        assertThat(few.draw(new Random(1))).isEqualTo(few.whole());
        assertThat(few.whole().decrypted()).isEqualTo(3);
    }

    @Test
    void aSteadyLoadIsAlwaysTheSameAndAVaryingOneVariesAroundItsMean() {
        Bootstrap steady =
                new Bootstrap(IntStream.range(0, 100).mapToObj(i -> second(10)).toList());
        Bootstrap varying = new Bootstrap(IntStream.range(0, 100)
                .mapToObj(i -> second(i % 2 == 0 ? 0 : 20))
                .toList());
        Random random = new Random(1);
        double sum = 0;
        double least = Double.MAX_VALUE;
        double most = 0;
        for (int i = 0; i < 1_000; i++) {
            assertThat(steady.draw(random).decrypted()).isCloseTo(1_000, within(1e-6));
            Work drawn = varying.draw(random);
            assertThat(drawn.seconds()).isEqualTo(100);
            sum += drawn.decrypted();
            least = Math.min(least, drawn.decrypted());
            most = Math.max(most, drawn.decrypted());
        }
        assertThat(sum / 1_000).isCloseTo(1_000, within(20.0));
        assertThat(least).isLessThan(1_000);
        assertThat(most).isGreaterThan(1_000);
    }
}
