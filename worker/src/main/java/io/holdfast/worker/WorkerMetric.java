package io.holdfast.worker;

import io.holdfast.runtime.metrics.MetricName;

/** What a worker measures. */
public enum WorkerMetric implements MetricName {
    STRIPES("holdfast.worker.stripes", "Stripe orders that ended, by kind and outcome.", "stripes", Kind.COUNTER),
    FAILURES("holdfast.worker.failures", "Stripe orders that failed, by the failure's code.", "stripes", Kind.COUNTER),
    BYTES_READ("holdfast.worker.read", "Bytes of databases that were read.", "bytes", Kind.COUNTER),
    BYTES_SEALED("holdfast.worker.sealed", "Sealed bytes that were handed to repositories.", "bytes", Kind.COUNTER),
    BYTES_CHECKED("holdfast.worker.checked", "Sealed bytes that were checked where they lie.", "bytes", Kind.COUNTER),
    PAGES_CHECKED("holdfast.worker.pages.checked", "Pages whose checksum was computed.", "pages", Kind.COUNTER),
    BAD_PAGES(
            "holdfast.worker.pages.bad",
            "Pages whose checksum was wrong, also when read again.",
            "pages",
            Kind.COUNTER),
    STAGE_SECONDS(
            "holdfast.worker.stage",
            "Time of the stages of a stripe: read (on the reading thread), wait (for something read), seal, append, commit.",
            "seconds",
            Kind.TIMER),
    STRIPE_SECONDS("holdfast.worker.stripe", "Time from taking a stripe order to its report.", "seconds", Kind.TIMER),
    SLOTS_BUSY("holdfast.worker.slots.busy", "Slots that work on an order now.", "slots", Kind.GAUGE),
    SLOTS("holdfast.worker.slots", "Slots that this worker has.", "slots", Kind.GAUGE);

    private final String metric;
    private final String meaning;
    private final String unit;
    private final Kind kind;

    WorkerMetric(String metric, String meaning, String unit, Kind kind) {
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
