package io.holdfast.engine.postgresql;

import io.holdfast.engine.EngineFailure;
import io.holdfast.protocol.failure.Transient;
import java.time.Duration;
import java.util.List;

/** Waiting a little before something is looked at again. */
final class Pause {
    /** Before each time that what the server may just be writing is read again: at once, then with more and more time. */
    static final List<Duration> BEFORE_READING_AGAIN = List.of(
            Duration.ZERO,
            Duration.ofMillis(20),
            Duration.ofMillis(100),
            Duration.ofMillis(300),
            Duration.ofMillis(600));

    private Pause() {}

    /** Sleeps; an interruption is kept and ends the work. */
    static void of(Duration length) {
        try {
            Thread.sleep(length);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Transient(EngineFailure.INTERRUPTED, "The work at the database was interrupted.", e);
        }
    }
}
