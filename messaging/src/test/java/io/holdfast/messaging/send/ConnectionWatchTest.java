package io.holdfast.messaging.send;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.holdfast.messaging.MessagingFailure;
import io.holdfast.protocol.failure.Transient;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ConnectionWatchTest {
    private final Logger log = (Logger) LoggerFactory.getLogger(ConnectionWatch.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final ConnectionWatch watch = ConnectionWatch.of(new KafkaSettings("kafka-1:9092", Map.of()));

    @BeforeEach
    void listen() {
        lines.start();
        log.addAppender(lines);
    }

    @AfterEach
    void leave() {
        log.detachAppender(lines);
    }

    private double received;

    /** One of a client's metrics. */
    private record Fixed(MetricName metricName, Object metricValue) implements Metric {
        static Fixed of(String name, double value) {
            return new Fixed(new MetricName(name, "consumer-metrics", "", Map.of()), value);
        }
    }

    private Map<MetricName, Metric> metrics(double connections) {
        Metric count = Fixed.of("connection-count", connections);
        Metric bytes = Fixed.of("incoming-byte-total", received);
        return Map.of(count.metricName(), count, bytes.metricName(), bytes);
    }

    /** Brokers answer wherever there is a connection. */
    private void polled(double... counts) {
        for (double count : counts) {
            received += count;
            watch.polled(metrics(count));
        }
    }

    private void silent(int polls) {
        for (int i = 0; i < polls; i++) {
            watch.polled(metrics(1));
        }
    }

    private List<String> said() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void anOutageIsToldOnceWithWhatToDoAndItsEndToo() {
        polled(1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1);
        assertThat(said()).hasSize(2);
        assertThat(said().getFirst()).contains("kafka-1:9092 cannot be reached", "kafka.bootstrapServers");
        assertThat(said().getLast()).isEqualTo("Kafka at kafka-1:9092 is reached again");
        assertThat(watch.connected()).isTrue();
    }

    @Test
    void aConnectionThatChangesIsNoOutage() {
        polled(0, 0, 1, 0, 0, 0, 1);
        assertThat(said()).isEmpty();
    }

    @Test
    void recordsAreTheSurestSignOfAConnection() {
        polled(0, 0, 0, 0, 0, 0);
        assertThat(watch.connected()).isFalse();
        watch.brought();
        assertThat(watch.connected()).isTrue();
        assertThat(said()).hasSize(1);
        for (int poll = 0; poll < 3; poll++) {
            watch.brought();
        }
        assertThat(said()).hasSize(2);
        silent(19);
        assertThat(watch.connected()).isTrue();
        silent(1);
        assertThat(watch.connected()).isFalse();
    }

    /** Kafka counts a connection that is only being tried. */
    @Test
    void aConnectionThatIsTriedInVainIsNoEndOfAnOutage() {
        polled(0, 0, 0, 0, 1, 0, 0, 1, 1, 0);
        assertThat(said()).hasSize(1);
    }

    @Test
    void aBrokerThatIsConnectedAndAnswersNothingIsAwayUntilItAnswers() {
        polled(1, 1);
        silent(19);
        assertThat(watch.connected()).isTrue();
        silent(1);
        assertThat(watch.connected()).isFalse();
        silent(100);
        assertThat(said()).hasSize(1);
        assertThat(said().getFirst()).contains("no broker answers");
        polled(1, 1, 1, 1);
        assertThat(watch.connected()).isTrue();
        assertThat(said()).hasSize(2);
    }

    @Test
    void aNewClientBeginsToCountAgainAndIsHeard() {
        polled(1, 1, 1);
        received = 0;
        silent(1);
        polled(1);
        silent(19);
        assertThat(watch.connected()).isTrue();
    }

    @Test
    void aClientThatGaveUpForWantOfABrokerTellsAtOnceAndOnce() {
        polled(1);
        Transient unreachable = new Transient(MessagingFailure.BROKER_UNREACHABLE, "no broker");
        watch.failed(unreachable);
        watch.failed(unreachable);
        assertThat(said()).hasSize(1);
        assertThat(watch.connected()).isFalse();
        polled(1, 1, 1, 1);
        assertThat(said()).hasSize(2);
    }

    @Test
    void anotherFailureIsNoOutage() {
        watch.failed(new Transient(MessagingFailure.TOPIC_MISSING, "no topic"));
        assertThat(said()).isEmpty();
        assertThat(watch.connected()).isFalse();
    }

    @Test
    void whoIsTrustedCountsAsConnectedUntilItPolls() {
        ConnectionWatch trusted = ConnectionWatch.trusting(new KafkaSettings("kafka-1:9092", Map.of()));
        assertThat(trusted.connected()).isTrue();
        assertThat(watch.connected()).isFalse();
    }
}
