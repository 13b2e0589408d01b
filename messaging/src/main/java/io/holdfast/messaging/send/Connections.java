package io.holdfast.messaging.send;

import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** Whether a client of Kafka is connected; a poll alone does not say so, it only stays empty. */
public final class Connections {
    private Connections() {}

    /** Whether the client whose metrics these are has a connection to a broker. */
    public static boolean present(Map<MetricName, ? extends Metric> metrics) {
        return metrics.entrySet().stream()
                .filter(metric -> metric.getKey().name().equals("connection-count"))
                .anyMatch(metric -> metric.getValue().metricValue() instanceof Number count && count.doubleValue() > 0);
    }
}
