package io.holdfast.keys.gateway;

import io.holdfast.runtime.metrics.MetricName;

/** What is measured of calls for keys. */
public enum KeysMetric implements MetricName {
    CALL(
            "holdfast.keys.call",
            "How long a call for keys takes, repetitions included, by verb and outcome (granted, or the failure's kind).",
            "seconds",
            Kind.TIMER);

    private final String metric;
    private final String meaning;
    private final String unit;
    private final Kind kind;

    KeysMetric(String metric, String meaning, String unit, Kind kind) {
        this.metric = metric;
        this.meaning = meaning;
        this.unit = unit;
        this.kind = kind;
    }

    @Override
    public String metric() {
        return metric;
    }

    @Override
    public String meaning() {
        return meaning;
    }

    @Override
    public String unit() {
        return unit;
    }

    @Override
    public Kind kind() {
        return kind;
    }
}
