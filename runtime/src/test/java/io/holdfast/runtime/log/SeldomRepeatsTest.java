package io.holdfast.runtime.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import org.junit.jupiter.api.Test;
import org.slf4j.MarkerFactory;

class SeldomRepeatsTest {
    private static final String NETWORK = "org.apache.kafka.clients.NetworkClient";
    private static final String LOST = "] Connection to node {} could not be established.";

    private final LoggerContext context = new LoggerContext();
    private final SeldomRepeats filter = new SeldomRepeats();

    private LoggingEvent event(String logger, Level level, String message, long second) {
        Logger named = context.getLogger(logger);
        LoggingEvent event = new LoggingEvent("", named, level, message, null, new Object[] {second});
        event.setTimeStamp(second * 1000);
        return event;
    }

    private boolean passes(LoggingEvent event) {
        return filter.decide(event) != FilterReply.DENY;
    }

    @Test
    void aWarningOfKafkaComesOnceAMinuteWhicheverClientHasIt() {
        assertThat(passes(event(NETWORK, Level.WARN, "[Consumer clientId=a" + LOST, 100)))
                .isTrue();
        assertThat(passes(event(NETWORK, Level.WARN, "[Consumer clientId=a" + LOST, 101)))
                .isFalse();
        assertThat(passes(event(NETWORK, Level.WARN, "[Producer clientId=b" + LOST, 159)))
                .isFalse();
        assertThat(passes(event(NETWORK, Level.WARN, "[Consumer clientId=a] Another one", 159)))
                .isTrue();
        assertThat(passes(event(NETWORK, Level.WARN, "[Consumer clientId=a" + LOST, 160)))
                .isTrue();
    }

    @Test
    void aWarningThatDiffersInNumbersOnlyIsTheSame() {
        assertThat(passes(event(NETWORK, Level.WARN, "[a] Disconnected for 60136ms", 100)))
                .isTrue();
        assertThat(passes(event(NETWORK, Level.WARN, "[b] Disconnected for 60147ms", 101)))
                .isFalse();
    }

    @Test
    void whatIsAskedForAndWhatIsOursIsNeverHeldBack() {
        for (int second = 0; second < 3; second++) {
            assertThat(passes(event(NETWORK, Level.DEBUG, "a detail", second))).isTrue();
            assertThat(passes(event("io.holdfast.worker", Level.WARN, "a stripe failed", second)))
                    .isTrue();
        }
    }

    @Test
    void aStateIsToldWhenItIsAnotherThanTheLast() {
        boolean[] passed = new boolean[5];
        String[] states = {"lost", "lost", "back", "back", "lost"};
        for (int i = 0; i < states.length; i++) {
            LoggingEvent event = event("io.holdfast.messaging", Level.INFO, states[i], i);
            event.addMarker(MarkerFactory.getMarker("state"));
            passed[i] = passes(event);
        }
        assertThat(passed).containsExactly(true, false, true, false, true);
    }
}
