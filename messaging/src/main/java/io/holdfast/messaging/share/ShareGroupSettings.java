package io.holdfast.messaging.share;

import java.time.Duration;

/**
 * What the brokers are told about a share group when its loop starts. The brokers have limits of their own for the first two
 * ({@code group.share.min.record.lock.duration.ms} and so on).
 *
 * @param lock how long an order stays with a member that does not renew
 * @param heartbeat how often a member says that it is there
 * @param session after which silence a member is gone
 * @param deliveries how often an order is handed out at most, 2 to 10
 */
public record ShareGroupSettings(Duration lock, Duration heartbeat, Duration session, int deliveries) {
    /** What a new cluster allows without a change. */
    public static final ShareGroupSettings STANDARD =
            new ShareGroupSettings(Duration.ofSeconds(15), Duration.ofSeconds(5), Duration.ofSeconds(45), 10);
}
