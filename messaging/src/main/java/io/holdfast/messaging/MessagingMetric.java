package io.holdfast.messaging;

/** The metrics of this module. */
public enum MessagingMetric {
    /** Orders by verdict. */
    ORDERS(
            "holdfast.messaging.orders",
            "Orders of share groups that this member ended, by topic and verdict (done, again, poison, lost, unreadable).",
            "orders",
            Kind.COUNTER),
    /** Time of an order. */
    ORDER_TIME(
            "holdfast.messaging.order.time", "From taking an order to its verdict, by topic.", "seconds", Kind.TIMER),
    /** Renewals. */
    RENEWALS(
            "holdfast.messaging.renewals",
            "Renewals of claims on orders, by topic and outcome.",
            "renewals",
            Kind.COUNTER),
    /** Slots at work. */
    BUSY_SLOTS("holdfast.messaging.slots.busy", "Slots that are working on an order, by topic.", "slots", Kind.GAUGE),
    /** Reconnects. */
    RECONNECTS(
            "holdfast.messaging.reconnects",
            "How often a loop had to start its client anew after a failure, by topic.",
            "reconnects",
            Kind.COUNTER);

    /** What a metric measures by. */
    public enum Kind {
        /** Only grows. */
        COUNTER,
        /** Is what it is now. */
        GAUGE,
        /** Counts, and sums durations. */
        TIMER
    }

    private final String metric;
    private final String meaning;
    private final String unit;
    private final Kind kind;

    MessagingMetric(String metric, String meaning, String unit, Kind kind) {
        this.metric = metric;
        this.meaning = meaning;
        this.unit = unit;
        this.kind = kind;
    }

    /** The name with dots; Prometheus shows underscores. */
    public String metric() {
        return metric;
    }

    /** What it counts or measures, one sentence. */
    public String meaning() {
        return meaning;
    }

    /** The unit. */
    public String unit() {
        return unit;
    }

    /** What it measures by. */
    public Kind kind() {
        return kind;
    }
}
