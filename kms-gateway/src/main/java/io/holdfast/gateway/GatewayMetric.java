package io.holdfast.gateway;

import io.holdfast.runtime.metrics.MetricName;

/** What is measured of the gateway. */
public enum GatewayMetric implements MetricName {
    CALL(
            "holdfast.gateway.call",
            "How long the gateway takes for a call, audit included, by verb and outcome (granted, or the failure's kind).",
            "seconds",
            Kind.TIMER),
    TLS_REFUSED(
            "holdfast.gateway.tls.refused",
            "Connections that ended before a request: no or another CA's certificate, no TLS 1.3, broken off.",
            "connections",
            Kind.COUNTER),
    JOBS("holdfast.gateway.jobs.open", "Jobs whose ephemeral key is kept now.", "jobs", Kind.GAUGE),
    ENCRYPTOR_USABLE(
            "holdfast.gateway.encryptor.usable",
            "1 when the encryptor's last use or probe succeeded, else 0, by encryptor.",
            "state",
            Kind.GAUGE),
    ENCRYPTOR_CERTIFICATE(
            "holdfast.gateway.encryptor.certificate.left",
            "How long the certificate of an encryptor still wraps, by encryptor; negative once it only opens.",
            "seconds",
            Kind.GAUGE),
    CERTIFICATE(
            "holdfast.gateway.certificate.left",
            "How long the gateway's certificate is still valid.",
            "seconds",
            Kind.GAUGE);

    private final String metric;
    private final String meaning;
    private final String unit;
    private final Kind kind;

    GatewayMetric(String metric, String meaning, String unit, Kind kind) {
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
