package io.holdfast.messaging.topic;

import io.holdfast.messaging.topic.TopicSettings.Cleanup;
import io.holdfast.protocol.id.SetId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of all our topics.
 *
 * @param partitions of the topics of jobs, events and statuses
 */
public record TopicPlan(Topics topics, Durability durability, int partitions) {
    /** Partitions of the topics of jobs, events and statuses, unless the configuration says otherwise. */
    public static final int PARTITIONS = 4;

    private static final Duration ORDERS = Duration.ofDays(7);
    /**
     * A member says every few seconds that it is up; one that was killed leaves by this. Compaction would keep it: it puts what it leaves
     * of old segments together with what is new, so that nothing there is ever old.
     */
    private static final Duration MEMBERS = Duration.ofHours(1);

    private static final Duration EVENTS = Duration.ofDays(30);

    /** With the standard number of partitions. */
    public static TopicPlan of(Topics topics, Durability durability) {
        return new TopicPlan(topics, durability, PARTITIONS);
    }

    /** The control topics: all but those of sets and logs. */
    public List<TopicSettings> control() {
        return List.of(
                topic(topics.jobs(), Cleanup.DELETE, EVENTS),
                topic(topics.jobEvents(), Cleanup.DELETE, EVENTS),
                topic(topics.jobStatus(), Cleanup.COMPACT, null),
                orders(topics.sessions()),
                orders(topics.publishing()),
                orders(topics.stripes()),
                orders(topics.restores()),
                single(topics.members(), Cleanup.DELETE, MEMBERS),
                single(topics.catalog(), Cleanup.COMPACT, null),
                new TopicSettings(topics.deadLetters(), 1, durability, Cleanup.DELETE, EVENTS));
    }

    /** The topic of a set's sealed chunks: kept until somebody deletes it. */
    public TopicSettings set(SetId set, int setPartitions) {
        return new TopicSettings(topics.set(set), setPartitions, durability, Cleanup.DELETE, null);
    }

    private TopicSettings topic(String name, Cleanup cleanup, @Nullable Duration retention) {
        return new TopicSettings(name, partitions, durability, cleanup, retention);
    }

    /**
     * One partition: brokers deal a share group's partitions out to its members, so that with several a slot can be idle while
     * orders wait in another's partition. All members share one, and orders are few.
     */
    private TopicSettings orders(String name) {
        return new TopicSettings(name, 1, durability, Cleanup.DELETE, ORDERS);
    }

    private TopicSettings single(String name, Cleanup cleanup, @Nullable Duration retention) {
        return new TopicSettings(name, 1, durability, cleanup, retention);
    }
}
