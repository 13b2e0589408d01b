package io.holdfast.forecast.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.forecast.host.HostFacts;
import io.holdfast.protocol.failure.Permanent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalibratorTest {
    private static final HostFacts HOST = new HostFacts("db1", "boot", 2, "");
    private static final Instant BEGUN = Instant.parse("2026-12-01T05:00:00.123Z");

    private static List<PageCipher> here() {
        return Arrays.stream(PageCipher.values())
                .filter(cipher -> Providers.of(cipher).isPresent())
                .toList();
    }

    @Test
    void everyCipherThatIsHereIsMeasuredInBothDirectionsAtBothPageSizesWithOneThreadAndWithAll() {
        List<String> heard = new ArrayList<>();
        Calibration calibration = new Calibrator(System::nanoTime, (step, done, steps) -> heard.add(done + "/" + steps))
                .run(HOST, BEGUN, 2);

        assertThat(calibration.ciphers()).hasSize(here().size() * 2 * 2 * 2);
        assertThat(calibration.ciphers()).allSatisfy(speed -> {
            assertThat(speed.nanos().low())
                    .isPositive()
                    .isLessThanOrEqualTo(speed.nanos().middle());
            assertThat(speed.nanos().middle()).isLessThanOrEqualTo(speed.nanos().high());
        });
        assertThat(calibration.asymmetric())
                .extracting(AsymmetricSpeed::bits)
                .containsExactly(512, 1024, 2048, 3072, 4096);
        assertThat(calibration.contexts()).hasSize(here().size());
        assertThat(calibration.id()).isEqualTo("calibration-20261201T050000Z");
        assertThat(heard).first().isEqualTo("0/" + (heard.size() - 1));
        assertThat(here()).contains(PageCipher.AES_256_CBC, PageCipher.AES_256_CTR, PageCipher.TRIPLE_DES_CBC);
    }

    @Test
    void whatIsDecryptedIsThePageThatWasEncrypted() {
        for (PageCipher cipher : here()) {
            var provider = Providers.of(cipher).orElseThrow();
            byte[] plain = new PageWork(cipher, provider, Direction.ENCRYPT, 8_192).input();
            PageWork back = new PageWork(cipher, provider, Direction.DECRYPT, 8_192);
            assertThat(back.input()).as("%s encrypted", cipher).isNotEqualTo(plain);
            back.page();
            assertThat(Arrays.copyOf(back.output(), plain.length))
                    .as("%s decrypted", cipher)
                    .isEqualTo(plain);
        }
    }

    @Test
    void everyPageIsEncryptedWithAnInitialValueOfItsOwn() {
        PageWork work = new PageWork(
                PageCipher.AES_256_CBC, Providers.of(PageCipher.AES_256_CBC).orElseThrow(), Direction.ENCRYPT, 8_192);
        work.page();
        byte[] first = work.output();
        work.page();
        assertThat(work.output()).isNotEqualTo(first);
    }

    @Test
    void aSpeedIsLookedUpAtTheNearestPageSizeThenAtTheNearestNumberOfThreads() {
        Calibration calibration = new Calibration(
                "c",
                BEGUN,
                HOST,
                2,
                List.of(speed(8_192, 1), speed(8_192, 2), speed(16_384, 1), speed(16_384, 2)),
                List.of(),
                List.of(),
                List.of());
        assertThat(calibration.speed(PageCipher.AES_256_CBC, Direction.ENCRYPT, 16_384, 8))
                .contains(speed(16_384, 2));
        assertThat(calibration.speed(PageCipher.AES_256_CBC, Direction.ENCRYPT, 4_096, 1))
                .contains(speed(8_192, 1));
        assertThat(calibration.speed(PageCipher.AES_256_CBC, Direction.DECRYPT, 16_384, 1))
                .isEmpty();
    }

    private static CipherSpeed speed(int page, int threads) {
        return new CipherSpeed(PageCipher.AES_256_CBC, Direction.ENCRYPT, page, threads, "p", new Spread(1, 2, 3, 5));
    }

    @Test
    void theTimeOfAnOperationIsThatOfTheClockSharedByTheBatch() {
        long[] now = {0};
        Spread spread = new Stopwatch(() -> now[0]).time(() -> now[0] += 1_000, 100_000_000);
        assertThat(spread.low()).isEqualTo(1_000);
        assertThat(spread.high()).isEqualTo(1_000);
        assertThat(spread.batches()).isEqualTo(150);
    }

    @Test
    void aCipherThatIsNoneIsRefusedWithTheNamesOfThoseThatAre() {
        assertThat(PageCipher.parse("aes-256-cbc")).isEqualTo(PageCipher.AES_256_CBC);
        assertThatThrownBy(() -> PageCipher.parse("ROT13"))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("AES-256-GCM")
                .hasMessageContaining("ROT13");
    }
}
