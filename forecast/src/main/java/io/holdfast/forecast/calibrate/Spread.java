package io.holdfast.forecast.calibrate;

import java.util.Arrays;

/**
 * What one operation took, in nanoseconds: the twentieth part of the batches took less than {@code low} for each operation, half of
 * them less than {@code middle}, and a twentieth more than {@code high}.
 *
 * @param batches how many were measured
 */
public record Spread(double low, double middle, double high, int batches) {
    /** Of batches' times for one operation, in nanoseconds; at least one. */
    static Spread of(double[] times) {
        double[] sorted = times.clone();
        Arrays.sort(sorted);
        return new Spread(at(sorted, 0.05), at(sorted, 0.5), at(sorted, 0.95), sorted.length);
    }

    private static double at(double[] sorted, double share) {
        return sorted[(int) Math.round(share * (sorted.length - 1))];
    }

    /** Bytes in a second, when each operation is of {@code bytes}. */
    public double bytesInASecond(int bytes) {
        return bytes * 1e9 / middle;
    }
}
