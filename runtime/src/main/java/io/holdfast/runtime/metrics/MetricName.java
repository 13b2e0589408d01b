package io.holdfast.runtime.metrics;

/** A metric of a module: each lists its own in an enum {@code <Module>Metric}, and the reference page is made from them. */
public interface MetricName {
    /** What a metric measures by. */
    enum Kind {
        /** Only grows. */
        COUNTER,
        /** Is what it is now. */
        GAUGE,
        /** Counts, and sums durations. */
        TIMER,
        /** Counts, and sums amounts. */
        SUMMARY
    }

    /** The name with dots, such as {@code holdfast.worker.stripes.sealed}; Prometheus shows underscores. */
    String metric();

    /** What it counts or measures, one sentence. */
    String meaning();

    /** The unit, such as {@code bytes}, {@code seconds}, {@code stripes}. */
    String unit();

    /** What it measures by. */
    Kind kind();
}
