package io.holdfast.agent;

import io.holdfast.runtime.metrics.MetricName;

/** What a restore agent measures. */
public enum AgentMetric implements MetricName {
    RESTORES("holdfast.agent.restores", "Restores that ended, by outcome (done, failed).", "restores", Kind.COUNTER),
    FAILURES(
            "holdfast.agent.failures",
            "Restores that failed or were refused, by the failure's code.",
            "restores",
            Kind.COUNTER),
    BYTES("holdfast.agent.placed", "Bytes of databases that were opened, checked and placed.", "bytes", Kind.COUNTER),
    STREAMS("holdfast.agent.streams", "Sealed streams that were placed.", "streams", Kind.COUNTER),
    STEP_SECONDS(
            "holdfast.agent.step",
            "Time of the steps of a restore: plan, preflight, fetch, complete, settle, recover, prove.",
            "seconds",
            Kind.TIMER),
    BUSY("holdfast.agent.busy", "Restores that are being done now.", "restores", Kind.GAUGE);

    private final String metric;
    private final String meaning;
    private final String unit;
    private final Kind kind;

    AgentMetric(String metric, String meaning, String unit, Kind kind) {
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
