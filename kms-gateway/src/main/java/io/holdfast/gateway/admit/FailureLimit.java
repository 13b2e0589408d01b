package io.holdfast.gateway.admit;

import io.holdfast.gateway.GatewayFailure;
import io.holdfast.protocol.failure.Transient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Slows down who tries: a caller whose calls failed {@value #MOST} times within a minute is refused until the minute is over.
 * Honest processes do not come near it.
 */
public final class FailureLimit {
    /** So many failures a minute are allowed. */
    public static final int MOST = 60;

    private static final Duration WINDOW = Duration.ofMinutes(1);
    /** More callers are not remembered; the oldest is forgotten. */
    private static final int MOST_CALLERS = 1000;

    private record Window(Instant start, int failures) {}

    private final InstantSource clock;
    private final Map<String, Window> windows = new LinkedHashMap<>();

    /** Counts by {@code clock}. */
    public FailureLimit(InstantSource clock) {
        this.clock = clock;
    }

    /** Returns when the caller may be answered now; otherwise {@link Transient}. */
    public synchronized void require(Caller caller) {
        if (current(caller).failures() >= MOST) {
            throw new Transient(
                    GatewayFailure.TOO_MANY_FAILURES,
                    caller.label() + " failed " + MOST + " times within a minute and is refused for a while");
        }
    }

    /** Counts a failure. */
    public synchronized void failed(Caller caller) {
        Window window = current(caller);
        windows.put(key(caller), new Window(window.start(), window.failures() + 1));
        if (windows.size() > MOST_CALLERS) {
            windows.remove(windows.keySet().iterator().next());
        }
    }

    private Window current(Caller caller) {
        Instant now = clock.instant();
        Window window = windows.get(key(caller));
        return window == null || window.start().plus(WINDOW).isBefore(now) ? new Window(now, 0) : window;
    }

    private static String key(Caller caller) {
        return caller.label() + "#" + caller.serial();
    }
}
