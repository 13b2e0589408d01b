package io.holdfast.engine.postgresql;

import io.holdfast.engine.EngineFailure;
import io.holdfast.protocol.failure.Transient;
import java.time.Duration;

/** Waiting a little before something is looked at again. */
final class Pause {
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
