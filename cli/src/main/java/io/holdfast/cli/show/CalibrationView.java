package io.holdfast.cli.show;

import io.holdfast.forecast.calibrate.AsymmetricSpeed;
import io.holdfast.forecast.calibrate.Calibration;
import io.holdfast.forecast.calibrate.CipherSpeed;
import io.holdfast.forecast.calibrate.PageCipher;
import io.holdfast.forecast.calibrate.Spread;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A calibration as tables. */
public record CalibrationView(Screen screen) {
    private static final double MEBIBYTE = 1024.0 * 1024;

    /** Shows all of it. */
    public void show(Calibration calibration) {
        screen.result("Machine " + calibration.host().name() + ", "
                + calibration.host().processors() + " processors, "
                + calibration.host().model() + "; times in microseconds.");
        screen.table(
                List.of("cipher", "direction", "page", "threads", "median", "5 %", "95 %", "all threads", "provider"),
                calibration.ciphers().stream().map(CalibrationView::row).toList());
        screen.table(
                List.of("context of", "median", "5 %", "95 %"),
                calibration.contexts().stream()
                        .map(one -> List.of(
                                one.cipher().text(),
                                micros(one.nanos().middle()),
                                micros(one.nanos().low()),
                                micros(one.nanos().high())))
                        .toList());
        screen.table(
                List.of("RSA bits", "wrap", "unwrap"),
                calibration.asymmetric().stream().map(CalibrationView::row).toList());
        if (!calibration.absent().isEmpty()) {
            screen.result("Not in this Java: "
                    + calibration.absent().stream().map(PageCipher::text).collect(Collectors.joining(", ")));
        }
    }

    private static List<String> row(CipherSpeed speed) {
        Spread nanos = speed.nanos();
        return List.of(
                speed.cipher().text(),
                speed.direction().name().toLowerCase(Locale.ROOT),
                speed.pageBytes() / 1024 + " KiB",
                Integer.toString(speed.threads()),
                micros(nanos.middle()),
                micros(nanos.low()),
                micros(nanos.high()),
                String.format(
                        Locale.ROOT,
                        "%.0f MiB/s",
                        nanos.bytesInASecond(speed.pageBytes()) * speed.threads() / MEBIBYTE),
                speed.provider());
    }

    private static List<String> row(AsymmetricSpeed speed) {
        return List.of(
                Integer.toString(speed.bits()),
                micros(speed.wrapNanos().middle()),
                micros(speed.unwrapNanos().middle()));
    }

    private static String micros(double nanos) {
        return String.format(Locale.ROOT, "%.2f", nanos / 1e3);
    }
}
