package io.holdfast.coordinator;

import io.holdfast.runtime.metrics.MetricName;

/** The coordinator's metrics. */
public enum CoordinatorMetric implements MetricName {
    /** Requests by what became of them. */
    REQUESTS(
            "holdfast.coordinator.requests",
            "Job requests, by outcome: let-in, repeated, rejected.",
            "requests",
            Kind.COUNTER),
    /** Inputs of the ledger. */
    LEDGER_INPUTS(
            "holdfast.coordinator.ledger.inputs", "Inputs that the ledger took, by kind.", "inputs", Kind.COUNTER),
    /** Time of the ledger. */
    LEDGER_TIME(
            "holdfast.coordinator.ledger.time",
            "Time that one input took in the ledger, its state included.",
            "seconds",
            Kind.TIMER),
    /** Inputs that the ledger could not take. */
    LEDGER_DEFECTS(
            "holdfast.coordinator.ledger.defects",
            "Inputs that were left out because the ledger failed on them.",
            "inputs",
            Kind.COUNTER),
    /** Records that are no events. */
    UNREADABLE_EVENTS(
            "holdfast.coordinator.events.unreadable",
            "Records in the topic of job events that are no events.",
            "records",
            Kind.COUNTER),
    /** Backups held open. */
    SESSIONS_HELD(
            "holdfast.coordinator.sessions.held", "Backups that this member holds open now.", "sessions", Kind.GAUGE),
    /** Session orders by what became of them. */
    SESSION_ORDERS(
            "holdfast.coordinator.session.orders",
            "Session orders that this member took, by kind and outcome.",
            "orders",
            Kind.COUNTER),
    /** Stripes planned. */
    STRIPES_PLANNED(
            "holdfast.coordinator.stripes.planned",
            "Stripes that sessions planned, counted where the ledger of their instance is.",
            "stripes",
            Kind.COUNTER),
    /** Sets that could not be published yet. */
    PUBLISH_FAILURES(
            "holdfast.coordinator.publish.failures",
            "Failed tries to publish a sealed set. It is tried again until it succeeds, and its instance's next backup waits"
                    + " for it: alarm when this grows.",
            "tries",
            Kind.COUNTER);

    private final String metric;
    private final String meaning;
    private final String unit;
    private final Kind kind;

    CoordinatorMetric(String metric, String meaning, String unit, Kind kind) {
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
