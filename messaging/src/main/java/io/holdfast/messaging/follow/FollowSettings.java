package io.holdfast.messaging.follow;

import io.holdfast.messaging.send.KafkaSettings;
import java.util.function.Predicate;

/**
 * What is followed.
 *
 * @param clientId names the client to the brokers
 * @param keys only records whose keys fit are read at all
 */
public record FollowSettings(
        KafkaSettings kafka, String clientId, String topic, FollowStart start, Predicate<String> keys) {
    /** All records of a topic from its beginning. */
    public static FollowSettings all(KafkaSettings kafka, String clientId, String topic) {
        return new FollowSettings(kafka, clientId, topic, new FollowStart.Beginning(), key -> true);
    }

    /** The same from another place on. */
    public FollowSettings from(FollowStart other) {
        return new FollowSettings(kafka, clientId, topic, other, keys);
    }

    /** The same for some keys only. */
    public FollowSettings only(Predicate<String> other) {
        return new FollowSettings(kafka, clientId, topic, start, other);
    }
}
