package io.holdfast.forecast.result;

import io.holdfast.forecast.ForecastFailure;
import io.holdfast.forecast.calibrate.Calibration;
import io.holdfast.forecast.calibrate.CipherSpeed;
import io.holdfast.forecast.calibrate.Direction;
import io.holdfast.forecast.calibrate.PageCipher;
import io.holdfast.forecast.calibrate.Spread;
import io.holdfast.protocol.failure.Permanent;

/**
 * What a cipher takes for a byte, in seconds, with one thread at work and with all.
 *
 * @param context for acquiring it once, in seconds
 */
record Costs(Range encrypt, Range decrypt, double context) {
    /** Between the figures with one thread and with all. */
    record Range(double low, double middle, double high) {}

    private static final double UNSURE = 0.1; // a calibration that is repeated differs by about as much

    static Costs of(Calibration calibration, PageCipher cipher, int pageBytes) {
        return new Costs(
                range(calibration, cipher, Direction.ENCRYPT, pageBytes),
                range(calibration, cipher, Direction.DECRYPT, pageBytes),
                calibration.context(cipher).map(Spread::middle).orElse(0.0) / 1e9);
    }

    private static Range range(Calibration calibration, PageCipher cipher, Direction direction, int pageBytes) {
        double one = aByte(calibration, cipher, direction, new int[] {pageBytes, 1});
        double all = aByte(calibration, cipher, direction, new int[] {
            pageBytes, calibration.host().processors()
        });
        return new Range(Math.min(one, all) * (1 - UNSURE), (one + all) / 2, Math.max(one, all) * (1 + UNSURE));
    }

    private static double aByte(Calibration calibration, PageCipher cipher, Direction direction, int[] pageAndThreads) {
        CipherSpeed speed = calibration
                .speed(cipher, direction, pageAndThreads[0], pageAndThreads[1])
                .orElseThrow(() -> new Permanent(
                        ForecastFailure.CIPHER_NOT_MEASURED,
                        "the calibration " + calibration.id() + " has no " + cipher + " to "
                                + direction.name().toLowerCase(java.util.Locale.ROOT)));
        return speed.nanos().middle() / 1e9 / speed.pageBytes();
    }
}
