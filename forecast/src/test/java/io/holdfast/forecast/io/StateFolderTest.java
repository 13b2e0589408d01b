package io.holdfast.forecast.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.forecast.ForecastFailure;
import io.holdfast.forecast.calibrate.AsymmetricSpeed;
import io.holdfast.forecast.calibrate.Calibration;
import io.holdfast.forecast.calibrate.CipherSpeed;
import io.holdfast.forecast.calibrate.ContextCost;
import io.holdfast.forecast.calibrate.Direction;
import io.holdfast.forecast.calibrate.PageCipher;
import io.holdfast.forecast.calibrate.Spread;
import io.holdfast.forecast.host.HostFacts;
import io.holdfast.forecast.point.Counter;
import io.holdfast.forecast.point.HostUse;
import io.holdfast.forecast.point.ProcessUse;
import io.holdfast.forecast.point.Sample;
import io.holdfast.forecast.point.SavePoint;
import io.holdfast.forecast.point.ServerFacts;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.FailureCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {
    private static final Instant BEGUN = Instant.parse("2026-12-01T05:00:00Z");

    @TempDir
    Path folder;

    private static Calibration calibration(String id) {
        Spread spread = new Spread(1.5, 2.5, 3.5, 40);
        return new Calibration(
                id,
                Instant.parse("2026-12-01T05:00:00.123456Z"),
                new HostFacts("db1", "boot", 2, "a processor"),
                20,
                List.of(new CipherSpeed(PageCipher.AES_256_CBC, Direction.DECRYPT, 16_384, 2, "JDK", spread)),
                List.of(new AsymmetricSpeed(2048, spread, spread)),
                List.of(new ContextCost(PageCipher.AES_256_CBC, spread)),
                List.of(PageCipher.AES_256_XTS));
    }

    @Test
    void whatIsKeptIsReadBack() {
        StateFolder state = new StateFolder(folder.resolve("state"));
        state.keep(calibration("calibration-1"));
        state.keep(calibration("calibration-2"));
        assertThat(state.calibration("calibration-1")).isEqualTo(calibration("calibration-1"));
        assertThat(state.newestCalibration()).isEqualTo(calibration("calibration-2"));
    }

    @Test
    void whatIsNotThereIsSaidAndWhatToRun() {
        StateFolder state = new StateFolder(folder);
        assertThatThrownBy(state::newestCalibration)
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.hint()).contains("holdfast forecast calibrate"));
        refused(() -> state.calibration("never"), ForecastFailure.STATE_MISSING);
    }

    @Test
    void aFileThatIsCutOrChangedIsRefusedByName() throws IOException {
        StateFolder state = new StateFolder(folder);
        Path file = state.keep(calibration("one"));
        String text = Files.readString(file);
        for (String damaged : List.of(
                text.substring(0, text.length() / 2),
                text.replace("AES-256-CBC", "ROT13").replace("AES_256_CBC", "ROT13"),
                text.replace("\"seconds\" : 20,", ""),
                text.replace("2026-12-01T", "yesterday "))) {
            Files.writeString(file, damaged);
            refused(() -> state.calibration("one"), ForecastFailure.STATE_DAMAGED);
        }
    }

    private static SavePoint point(String name, int second) {
        return new SavePoint(
                name,
                new HostFacts("db1", "boot", 2, ""),
                new ServerFacts(
                        ServerFacts.Engine.POSTGRESQL,
                        "7",
                        "18.1",
                        BEGUN,
                        BEGUN,
                        8_192,
                        1,
                        Map.of("block_size", "8192")),
                sample(second),
                "");
    }

    private static Sample sample(int second) {
        return new Sample(
                BEGUN.plusSeconds(second),
                Map.of(Counter.READ_BYTES, 7L * second),
                new ProcessUse(second, -1, -1),
                new HostUse(second, 0, 0, 0));
    }

    @Test
    void samplesAreReadBackWithoutALastLineThatWasCut() throws IOException {
        StateFolder state = new StateFolder(folder);
        state.keep(point("start", 0));
        state.add("start", sample(1));
        state.add("start", sample(2));
        Path samples = folder.resolve("samples").resolve("start.jsonl");
        Files.writeString(samples, "{\"at\":\"2026-", StandardOpenOption.APPEND);
        assertThat(state.samplesAfter("start")).containsExactly(sample(1), sample(2));
        assertThat(state.point("start")).isEqualTo(point("start", 0));
        assertThat(state.samplesAfter("finish")).isEmpty();
        Files.writeString(samples, "\n", StandardOpenOption.APPEND);
        refused(() -> state.samplesAfter("start"), ForecastFailure.STATE_DAMAGED);
        state.keep(point("start", 5));
        assertThat(state.samplesAfter("start"))
                .as("samples of a point that was replaced")
                .isEmpty();
    }

    @Test
    void aLaterPointOfTheSameServerIsSeenAndANameIsTakenOnce() {
        StateFolder state = new StateFolder(folder);
        state.requireFree("start");
        state.keep(point("start", 0));
        assertThat(state.hasLater(point("start", 0))).isFalse();
        state.keep(point("finish", 9));
        assertThat(state.hasLater(point("start", 0))).isTrue();
        refused(() -> state.requireFree("start"), ForecastFailure.NAME_TAKEN);
    }

    @Test
    void aNameThatLeavesTheFolderIsRefused() {
        assertThatThrownBy(() -> new StateFolder(folder).calibration("../one"))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("../one");
    }

    private static void refused(ThrowingCallable call, FailureCode code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.code()).isEqualTo(code));
    }
}
