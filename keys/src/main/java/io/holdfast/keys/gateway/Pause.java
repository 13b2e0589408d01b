package io.holdfast.keys.gateway;

import java.time.Duration;

/** How time passes between tries. */
public interface Pause {
    /** Really waits. */
    Pause SLEEP = Thread::sleep;

    /** Waits as long. */
    void of(Duration length) throws InterruptedException;
}
