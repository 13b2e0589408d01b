package io.holdfast.messaging.share;

import io.holdfast.messaging.MessagingMetric;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.atomic.AtomicInteger;

/** The meters of one loop. */
final class OrderMeters {
    private final MeterRegistry registry;
    private final String topic;
    private final AtomicInteger busy = new AtomicInteger();
    private final Timer time;

    OrderMeters(MeterRegistry registry, String topic) {
        this.registry = registry;
        this.topic = topic;
        this.time = Timer.builder(MessagingMetric.ORDER_TIME.metric())
                .description(MessagingMetric.ORDER_TIME.meaning())
                .tags("topic", topic)
                .register(registry);
        Gauge.builder(MessagingMetric.BUSY_SLOTS.metric(), busy, AtomicInteger::get)
                .description(MessagingMetric.BUSY_SLOTS.meaning())
                .tags("topic", topic)
                .register(registry);
    }

    Timer.Sample taken() {
        busy.incrementAndGet();
        return Timer.start(registry);
    }

    void ended(Timer.Sample sample, String verdict) {
        busy.decrementAndGet();
        sample.stop(time);
        order(verdict);
    }

    void order(String verdict) {
        counter(MessagingMetric.ORDERS, "verdict", verdict).increment();
    }

    void renewal(String outcome) {
        counter(MessagingMetric.RENEWALS, "outcome", outcome).increment();
    }

    void reconnect() {
        Counter.builder(MessagingMetric.RECONNECTS.metric())
                .description(MessagingMetric.RECONNECTS.meaning())
                .tags("topic", topic)
                .register(registry)
                .increment();
    }

    private Counter counter(MessagingMetric metric, String tag, String value) {
        return Counter.builder(metric.metric())
                .description(metric.meaning())
                .tags("topic", topic, tag, value)
                .register(registry);
    }
}
