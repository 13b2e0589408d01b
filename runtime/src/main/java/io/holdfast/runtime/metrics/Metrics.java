package io.holdfast.runtime.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.Supplier;

/** The metrics of one process: meters by their catalogued names, and their text in Prometheus' format. */
public final class Metrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collector = new JvmGcMetrics();

    /** Metrics whose every meter carries the process's role. */
    public static Metrics of(String role) {
        Metrics metrics = new Metrics();
        metrics.registry.config().commonTags("role", role);
        metrics.bindJvm();
        return metrics;
    }

    private Metrics() {}

    private void bindJvm() {
        new ClassLoaderMetrics().bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        collector.bindTo(registry);
    }

    /** A counter, with tags as pairs of key and value. */
    public Counter counter(MetricName name, String... tags) {
        require(name, MetricName.Kind.COUNTER);
        return Counter.builder(name.metric())
                .description(name.meaning())
                .baseUnit(MetricCatalogue.suffix(name))
                .tags(tags)
                .register(registry);
    }

    /** A timer, with tags as pairs of key and value. */
    public Timer timer(MetricName name, String... tags) {
        require(name, MetricName.Kind.TIMER);
        return Timer.builder(name.metric())
                .description(name.meaning())
                .tags(tags)
                .publishPercentileHistogram(false)
                .register(registry);
    }

    /** A summary of amounts, with tags as pairs of key and value. */
    public DistributionSummary summary(MetricName name, String... tags) {
        require(name, MetricName.Kind.SUMMARY);
        return DistributionSummary.builder(name.metric())
                .description(name.meaning())
                .baseUnit(MetricCatalogue.suffix(name))
                .tags(tags)
                .register(registry);
    }

    /** A gauge that asks {@code value} whenever it is read; {@code value} is kept as long as these metrics. */
    public void gauge(MetricName name, Supplier<Number> value, String... tags) {
        require(name, MetricName.Kind.GAUGE);
        Gauge.builder(name.metric(), value)
                .description(name.meaning())
                .baseUnit(MetricCatalogue.suffix(name))
                .tags(tags)
                .register(registry);
    }

    /** For libraries that bring their own meters. */
    public MeterRegistry registry() {
        return registry;
    }

    /** All meters in Prometheus' text format. */
    public String scrape() {
        return registry.scrape();
    }

    private static void require(MetricName name, MetricName.Kind kind) {
        if (name.kind() != kind) {
            throw new IllegalArgumentException(name.metric() + " is catalogued as a " + name.kind());
        }
    }

    @Override
    public void close() {
        collector.close();
        registry.close();
    }
}
