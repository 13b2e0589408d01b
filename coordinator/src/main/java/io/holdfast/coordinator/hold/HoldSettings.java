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
    /** Ten looks a second, a ping every five, ten seconds for news. */
    public static HoldSettings of(StripeLimits stripes) {
        return new HoldSettings(stripes, Duration.ofMillis(100), Duration.ofSeconds(5), Duration.ofSeconds(10));
    }
}
