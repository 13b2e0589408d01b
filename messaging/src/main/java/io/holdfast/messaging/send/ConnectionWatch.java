package io.holdfast.messaging.send;

import io.holdfast.messaging.MessagingFailure;
import io.holdfast.protocol.failure.Failure;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/**
 * Knows whether a client of Kafka is connected, and says so in the log when that changes, for Kafka's own lines neither say what
 * to do nor when it is over. For the one thread that polls.
 */
public final class ConnectionWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionWatch.class);
    /** Lines that tell a state; of many clients that tell the same one after the other, one is written. */
    private static final Marker STATE = MarkerFactory.getMarker("state");
    /**
     * A new client, or one whose broker hands over, is without a connection for a poll or two; and one that tries in vain has one
     * for a moment.
     */
    private static final int PATIENCE = 4;
    /**
     * Polls of half a second in a row without a byte from a broker, after which one that is connected hangs: each poll has a question
     * out that a broker answers within half a second, be there records or not.
     */
    private static final int SILENCE = 20;

    private final String servers;
    /** What was told last, and how many polls in a row have shown the contrary since. */
    private boolean away;

    private int differing;
    private double received;
    /** How many polls in a row have brought nothing. */
    private int silent;

    private volatile boolean connected;

    private ConnectionWatch(KafkaSettings kafka, Before before) {
        this.servers = kafka.bootstrapServers();
        this.connected = before == Before.CONNECTED;
    }

    /** What is thought of a client that has not polled yet. */
    private enum Before {
        CONNECTED,
        NOT_CONNECTED
    }

    /** Of a client with these settings, which is not connected until a poll has shown it. */
    public static ConnectionWatch of(KafkaSettings kafka) {
        return new ConnectionWatch(kafka, Before.NOT_CONNECTED);
    }

    /** The same for a client that counts as connected until a poll has shown that it is not. */
    public static ConnectionWatch trusting(KafkaSettings kafka) {
        return new ConnectionWatch(kafka, Before.CONNECTED);
    }

    /** Whether there was a connection when it was looked last, with a broker that answers. */
    public boolean connected() {
        return connected;
    }

    /** A poll brought records: nothing needs to be looked at, which counts where polls are many. */
    public void brought() {
        silent = 0;
        connected = true;
        compare();
    }

    /** A poll ended; these are the client's metrics. */
    public void polled(Map<MetricName, ? extends Metric> metrics) {
        silent = heard(metrics) ? 0 : silent + 1;
        connected = present(metrics) && silent < SILENCE;
        compare();
    }

    private void compare() {
        differing = connected == away ? differing + 1 : 0;
        if (differing >= PATIENCE) {
            turn();
        }
    }

    /** The client ended by this, perhaps for want of a broker. */
    public void failed(Failure failure) {
        connected = false;
        if (failure.code() == MessagingFailure.BROKER_UNREACHABLE && !away) {
            turn();
        }
    }

    private void turn() {
        away = !away;
        differing = 0;
        if (away) {
            LOG.warn(
                    STATE,
                    "Kafka at {} cannot be reached: no broker answers. This process waits and goes on by itself. Check that the"
                            + " brokers run, and kafka.bootstrapServers, host names, ports and firewalls",
                    servers);
        } else {
            LOG.info(STATE, "Kafka at {} is reached again", servers);
        }
    }

    /** Whether a byte has come since the last poll; the total begins again with a new client. */
    private boolean heard(Map<MetricName, ? extends Metric> metrics) {
        double total = total(metrics, "incoming-byte-total");
        boolean more = total > received;
        received = total;
        return more;
    }

    /** A poll alone does not say so, it only stays empty. */
    private static boolean present(Map<MetricName, ? extends Metric> metrics) {
        return total(metrics, "connection-count") > 0;
    }

    /** Of the client, not of one of its brokers. */
    private static double total(Map<MetricName, ? extends Metric> metrics, String name) {
        return metrics.entrySet().stream()
                .filter(metric -> metric.getKey().name().equals(name)
                        && !metric.getKey().tags().containsKey("node-id"))
                .map(metric -> metric.getValue().metricValue())
                .mapToDouble(value -> value instanceof Number number ? number.doubleValue() : 0)
                .max()
                .orElse(0);
    }
}
