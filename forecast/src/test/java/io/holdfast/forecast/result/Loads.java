package io.holdfast.forecast.result;

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
import io.holdfast.forecast.point.Stretch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Loads and machines that are known exactly. */
public final class Loads {
    /** A page, and a second's pages. */
    public static final int PAGE = 16_384;

    static final int PAGES = 1_000;
    static final Instant BEGUN = Instant.parse("2026-12-01T05:00:00Z");
    static final HostFacts HOST = new HostFacts("db1", "boot-1", 2, "");

    private Loads() {}

    /** Each second 1,000 pages read and 500 written, with half a second of the server's processor time, on two processors. */
    public static Stretch steady(int seconds) {
        return stretch(seconds, -1);
    }

    static Stretch stretch(int seconds, long deviceBytes) {
        List<Sample> samples = new ArrayList<>();
        for (int second = 1; second < seconds; second++) {
            samples.add(sample(second, deviceBytes));
        }
        return Stretch.of(point("from", 0, deviceBytes), point("to", seconds, deviceBytes), samples);
    }

    private static SavePoint point(String name, int second, long deviceBytes) {
        ServerFacts server = new ServerFacts(
                ServerFacts.Engine.MARIADB,
                "id",
                "10.11.6",
                BEGUN.minusSeconds(100),
                BEGUN.minusSeconds(100),
                PAGE,
                100L * PAGE,
                Map.of("innodb_encryption_rotation_iops", "10"));
        return new SavePoint(name, HOST, server, sample(second, deviceBytes), "");
    }

    private static Sample sample(int second, long deviceBytes) {
        long pages = (long) second * PAGES;
        return new Sample(
                BEGUN.plusSeconds(second),
                Map.of(
                        Counter.READ_BYTES, pages * PAGE,
                        Counter.READ_OPERATIONS, pages,
                        Counter.WRITTEN_BYTES, pages / 2 * PAGE,
                        Counter.WRITE_OPERATIONS, pages / 2,
                        Counter.LOG_BYTES, pages * 100),
                new ProcessUse(second * 500L, deviceBytes < 0 ? -1 : second * deviceBytes, deviceBytes < 0 ? -1 : 0),
                new HostUse(second * 600L, second * 1_400L, 0, 0));
    }

    /** A page takes 16 µs to encrypt and 4 µs to decrypt, a context 2 µs, on this machine. */
    static Calibration calibration(HostFacts host) {
        List<CipherSpeed> speeds = new ArrayList<>();
        for (int threads : new int[] {1, 2}) {
            speeds.add(speed(Direction.ENCRYPT, threads, 16_000));
            speeds.add(speed(Direction.DECRYPT, threads, 4_000));
        }
        return new Calibration(
                "calibration-1",
                BEGUN,
                host,
                1,
                speeds,
                List.of(),
                List.of(new ContextCost(PageCipher.AES_256_CBC, new Spread(2_000, 2_000, 2_000, 1))),
                List.of());
    }

    private static CipherSpeed speed(Direction direction, int threads, double nanos) {
        return new CipherSpeed(
                PageCipher.AES_256_CBC, direction, PAGE, threads, "test", new Spread(nanos, nanos, nanos, 1));
    }

    static Assumptions assumptions(Assumptions.Layer layer) {
        return new Assumptions(
                PageCipher.AES_256_CBC,
                layer,
                Assumptions.Log.PLAIN,
                Assumptions.EngineFactor.USUAL_READ,
                Assumptions.EngineFactor.USUAL_WRITE,
                1);
    }

    /** Of a steady load on that machine. */
    public static Forecast forecast(int seconds) {
        return new Forecaster(calibration(HOST), assumptions(Assumptions.Layer.ENGINE))
                .forecast(steady(seconds), BEGUN.plusSeconds(seconds));
    }
}
