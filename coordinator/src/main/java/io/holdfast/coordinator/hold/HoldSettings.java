package io.holdfast.coordinator.hold;

import io.holdfast.coordinator.plan.StripeLimits;
import java.time.Duration;

/**
 * How backups are held.
 *
 * @param look how often a job's status is looked at
 * @param ping how often the server is asked whether the backup is still held
 * @param news how long a job's status is waited for that is behind its order
 */
public record HoldSettings(StripeLimits stripes, Duration look, Duration ping, Duration news) {
    /** Fifty looks a second at what is in memory, a ping every five seconds, ten seconds for news. */
    public static HoldSettings of(StripeLimits stripes) {
        return new HoldSettings(stripes, Duration.ofMillis(20), Duration.ofSeconds(5), Duration.ofSeconds(10));
    }
}
