package io.holdfast.forecast.result;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** The values, in seconds, that a twentieth, half, and nineteen twentieths of the drawn futures stay below. */
public record Percentiles(double p5, double p50, double p95) {
    static Percentiles of(List<Futures.Future> futures, ToDoubleFunction<Futures.Future> figure) {
        double[] sorted = futures.stream().mapToDouble(figure).sorted().toArray();
        return new Percentiles(at(sorted, 0.05), at(sorted, 0.5), at(sorted, 0.95));
    }

    private static double at(double[] sorted, double share) {
        return sorted[(int) Math.round(share * (sorted.length - 1))];
    }

    /** How far the ends are apart. */
    public double width() {
        return p95 - p5;
    }

    /** Whether {@code value} lies between the ends. */
    public boolean holds(double value) {
        return p5 <= value && value <= p95;
    }
}
