package io.holdfast.messaging.follow;

import java.time.Instant;

/** From where a topic is followed. */
public sealed interface FollowStart {
    /** From the first record that is there. */
    record Beginning() implements FollowStart {}

    /** Only what comes from now on. */
    record End() implements FollowStart {}

    /** From the first record written at {@code moment} or later. */
    record Since(Instant moment) implements FollowStart {}
}
