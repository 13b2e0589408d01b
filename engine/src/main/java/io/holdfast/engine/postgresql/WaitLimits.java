package io.holdfast.engine.postgresql;

import java.time.Duration;

/**
 * How long a server may say nothing at all while an answer of it is due, before the connection counts as lost. A server whose host
 * is gone, or that a firewall has forgotten, would otherwise be waited for until the system's TCP gives up, which takes hours.
 *
 * @param reading while extents are read: the server sends all the time
 * @param statement for a statement of a session; a listing of a million files takes a minute or two until its first row
 * @param checkpoint for pg_backup_start: a spread checkpoint takes most of the server's checkpoint_timeout, after one that is running
 */
record WaitLimits(Duration reading, Duration statement, Duration checkpoint) {
    /** What suits every server that is alive. */
    static final WaitLimits STANDARD =
            new WaitLimits(Duration.ofMinutes(2), Duration.ofMinutes(10), Duration.ofHours(3));
}
