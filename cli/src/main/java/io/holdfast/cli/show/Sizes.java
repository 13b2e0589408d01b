package io.holdfast.cli.show;

import io.holdfast.protocol.quantity.ByteCount;
import java.time.Duration;
import java.util.Locale;

/** Bytes, rates and times in words for people; {@code --json} gives the plain numbers. */
public final class Sizes {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

    private Sizes() {}

    /** Such as {@code 312.4 MiB}. */
    public static String of(ByteCount bytes) {
        return of((double) bytes.number());
    }

    /** Such as {@code 104.1 MiB/s}; a dash when no time has passed. */
    public static String rate(ByteCount bytes, Duration time) {
        return time.isZero() || time.isNegative() ? "–" : of(bytes.number() / seconds(time)) + "/s";
    }

    /** Such as {@code 3.7}: how many bytes became one; a dash for nothing. */
    public static String ratio(ByteCount before, ByteCount after) {
        return after.number() == 0
                ? "–"
                : String.format(Locale.ROOT, "%.2f", (double) before.number() / after.number());
    }

    /** Such as {@code 2.4 s}, {@code 3 min 20 s}, {@code 2 h 5 min}. */
    public static String of(Duration time) {
        if (time.compareTo(Duration.ofMinutes(1)) < 0) {
            return String.format(Locale.ROOT, "%.1f s", seconds(time));
        }
        if (time.compareTo(Duration.ofHours(1)) < 0) {
            return time.toMinutes() + " min " + time.toSecondsPart() + " s";
        }
        return time.toHours() + " h " + time.toMinutesPart() + " min";
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }

    private static String of(double bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
    }
}
