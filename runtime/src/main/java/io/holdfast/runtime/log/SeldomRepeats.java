package io.holdfast.runtime.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.slf4j.Marker;

/**
 * Keeps a log readable while Kafka is away: a warning of Kafka's clients comes through once a minute, whichever client has it, and
 * a line that tells a state (marked {@code state}) only when the state is another than the last one that was told.
 */
final class SeldomRepeats extends Filter<ILoggingEvent> {
    private static final String KAFKA = "org.apache.kafka.";
    private static final String STATE = "state";
    private static final long BETWEEN_MS = Duration.ofMinutes(1).toMillis();
    /** So many different warnings are remembered. */
    private static final int MOST = 1_000;
    /** What Kafka's clients put before a message: who they are. */
    private static final Pattern CLIENT = Pattern.compile("^\\[[^\\]]*\\] ");

    private final Map<String, Long> passed = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST;
        }
    };
    private final Map<String, String> states = new LinkedHashMap<>();

    @Override
    public synchronized FilterReply decide(ILoggingEvent event) {
        if (marked(event)) {
            String told = event.getFormattedMessage();
            return told.equals(states.put(event.getLoggerName(), told)) ? FilterReply.DENY : FilterReply.NEUTRAL;
        }
        if (!event.getLoggerName().startsWith(KAFKA) || !event.getLevel().isGreaterOrEqual(Level.WARN)) {
            return FilterReply.NEUTRAL;
        }
        // Without its arguments and numbers, such as times, which are never the same.
        String key = event.getLoggerName() + " "
                + CLIENT.matcher(String.valueOf(event.getMessage()))
                        .replaceFirst("")
                        .replaceAll("[0-9]+", "#");
        Long last = passed.get(key);
        if (last != null && event.getTimeStamp() - last < BETWEEN_MS) {
            return FilterReply.DENY;
        }
        passed.put(key, event.getTimeStamp());
        return FilterReply.NEUTRAL;
    }

    private static boolean marked(ILoggingEvent event) {
        List<Marker> markers = event.getMarkerList();
        return markers != null
                && markers.stream().anyMatch(marker -> marker.getName().equals(STATE));
    }
}
