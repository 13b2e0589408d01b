package io.holdfast.forecast.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.holdfast.forecast.ForecastFailure;
import io.holdfast.forecast.calibrate.PageCipher;
import io.holdfast.forecast.host.HostFacts;
import io.holdfast.protocol.failure.Failure;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForecasterTest {
    private static final double EXACT = 1e-9;

    /** 1,000 pages decrypted and 500 encrypted a second, for 100 s: 0.4 s and 0.8 s of ciphers, 0.3 s of contexts. */
    @Test
    void theSourcesIntervalIsThatOfItsFormulas() {
        Forecast forecast = Loads.forecast(100);
        assertThat(forecast.source().cpu().low()).isCloseTo(50 + 0.4 + 0.8, within(EXACT));
        assertThat(forecast.source().cpu().high()).isCloseTo(50 + 0.4 + 0.8 + 0.3, within(EXACT));
        assertThat(forecast.source().elapsed().low()).isCloseTo(100, within(EXACT));
        assertThat(forecast.source().elapsed().high()).isCloseTo(101.5, within(EXACT));
    }

    @Test
    void theDistributionLiesBetweenTheCipherAloneAndTheEnginesMost() {
        Forecast.Likely likely = Loads.forecast(100).likely();
        Percentiles added = likely.addedCpu();
        assertThat(added.p5()).isLessThan(added.p50());
        assertThat(added.p50()).isLessThan(added.p95());
        assertThat(added.p5()).isGreaterThan(0.9 * 1.2);
        assertThat(added.p95()).isLessThan(1.1 * (0.4 * 3 + 0.8 * 3.5));
        assertThat(likely.cpu().p50()).isCloseTo(50 + added.p50(), within(0.01));
        assertThat(likely.foreground().p50()).isLessThan(likely.background().p50());
        assertThat(likely.elapsed().p5()).isGreaterThanOrEqualTo(100);
        assertThat(likely.after().utilisation()).isGreaterThan(likely.before().utilisation());
        assertThat(likely.widest()).isEqualTo(Unsure.ENGINE);
    }

    @Test
    void theSameSeedGivesTheSameForecast() {
        assertThat(Loads.forecast(60)).isEqualTo(Loads.forecast(60));
    }

    @Test
    void rewritingTakesAsLongAsTheServersRateSays() {
        Rewriting rewriting = Loads.forecast(60).rewriting();
        assertThat(rewriting.pages()).isEqualTo(100);
        assertThat(rewriting.seconds()).isEqualTo(10);
        assertThat(rewriting.firstCpuSeconds()).isCloseTo(100 * 16e-6 * 2.5, within(EXACT));
        assertThat(rewriting.rotationCpuSeconds()).isCloseTo(100 * (16e-6 * 2.5 + 4e-6 * 2.1), within(EXACT));
    }

    @Test
    void doubtsAreThoseThatApply() {
        assertThat(String.join("\n", Loads.forecast(5).doubts())).contains("5 samples, too few");
        assertThat(String.join("\n", Loads.forecast(30).doubts()))
                .contains("less than a minute")
                .doesNotContain("too few");
        assertThat(String.join("\n", Loads.forecast(100).doubts()))
                .doesNotContain("less than a minute")
                .doesNotContain("on the same iron")
                .contains("MariaDB 10.11 elsewhere");
    }

    @Test
    void belowTheEngineOnlyWhatReachesTheDeviceCounts() {
        Forecast forecast = new Forecaster(Loads.calibration(Loads.HOST), Loads.assumptions(Assumptions.Layer.DEVICE))
                .forecast(Loads.stretch(20, Loads.PAGE), Loads.BEGUN);
        assertThat(forecast.basis().decryptedBytes()).isEqualTo(20.0 * Loads.PAGE);
        assertThat(forecast.basis().encryptedBytes()).isZero();
        refused(
                () -> new Forecaster(Loads.calibration(Loads.HOST), Loads.assumptions(Assumptions.Layer.DEVICE))
                        .forecast(Loads.steady(20), Loads.BEGUN),
                ForecastFailure.DEVICE_IO_HIDDEN);
    }

    @Test
    void aCalibrationOfAnotherMachineOrWithoutTheCipherIsRefused() {
        for (HostFacts other : List.of(new HostFacts("db2", "boot-1", 2, ""), new HostFacts("db1", "boot-1", 4, ""))) {
            refused(
                    () -> new Forecaster(Loads.calibration(other), Loads.assumptions(Assumptions.Layer.ENGINE))
                            .forecast(Loads.steady(20), Loads.BEGUN),
                    ForecastFailure.CALIBRATION_OTHER_HOST);
        }
        Assumptions xts = new Assumptions(
                PageCipher.AES_256_XTS,
                Assumptions.Layer.ENGINE,
                Assumptions.Log.PLAIN,
                Assumptions.EngineFactor.USUAL_READ,
                Assumptions.EngineFactor.USUAL_WRITE,
                1);
        refused(
                () -> new Forecaster(Loads.calibration(Loads.HOST), xts).forecast(Loads.steady(20), Loads.BEGUN),
                ForecastFailure.CIPHER_NOT_MEASURED);
    }

    private static void refused(Runnable work, ForecastFailure code) {
        assertThatThrownBy(work::run)
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.code()).isEqualTo(code));
    }
}
