package io.holdfast.messaging.follow;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.Failure;

/**
 * Hears what is in a topic, in the order of each partition, on the follower's one thread: a slow listener slows the follower
 * down and nothing else.
 *
 * @param <T> the record
 */
public interface FollowListener<T> {
    /** A record. */
    void record(String key, T value);

    /** The key was deleted (a record without a value). */
    default void deleted(String key) {}

    /** A record that cannot be read; it is also logged. */
    default void unreadable(String key, Bytes value, Failure failure) {}

    /** Records were deleted by retention before they were read: {@link io.holdfast.messaging.MessagingFailure#RECORDS_MISSING}. */
    default void missing(Failure failure) {}

    /** All that was there when following began has been heard. */
    default void caughtUp() {}
}
