package io.holdfast.messaging.share;

import io.holdfast.messaging.send.KafkaSettings;
import java.time.Duration;

/**
 * How a loop takes orders.
 *
 * @param member names the clients to the brokers
 * @param slots how many orders this member does at a time, at least 1
 * @param grace how long a handler may go on after its claim ended, until it is interrupted
 */
public record ShareLoopSettings(
        KafkaSettings kafka,
        String member,
        String topic,
        String group,
        int slots,
        ShareGroupSettings groupSettings,
        Duration grace) {
    /** One slot, standard settings of the group, a grace of ten seconds. */
    public static ShareLoopSettings of(KafkaSettings kafka, String member, String topic, String group) {
        return new ShareLoopSettings(
                kafka, member, topic, group, 1, ShareGroupSettings.STANDARD, Duration.ofSeconds(10));
    }

    /** The same with another number of slots. */
    public ShareLoopSettings withSlots(int other) {
        return new ShareLoopSettings(kafka, member, topic, group, other, groupSettings, grace);
    }

    /** The same with other settings of the group. */
    public ShareLoopSettings withGroup(ShareGroupSettings other) {
        return new ShareLoopSettings(kafka, member, topic, group, slots, other, grace);
    }

    /** The same with another grace. */
    public ShareLoopSettings withGrace(Duration other) {
        return new ShareLoopSettings(kafka, member, topic, group, slots, groupSettings, other);
    }
}
