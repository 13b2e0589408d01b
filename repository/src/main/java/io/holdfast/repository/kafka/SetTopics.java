package io.holdfast.repository.kafka;

import io.holdfast.messaging.topic.TopicKeeper;
import io.holdfast.messaging.topic.TopicPlan;
import io.holdfast.messaging.topic.TopicSettings;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.SetId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The topics of sets. Partition 0 holds a set's objects and nothing else, so that they are found without reading the data; the others
 * hold its streams.
 *
 * @param streamPartitions how many partitions of a new topic hold streams, 1 to 4
 */
record SetTopics(TopicKeeper keeper, TopicPlan plan, int streamPartitions, Set<SetId> sound) {
    static final int OBJECTS = 0;
    static final int FIRST_OF_STREAMS = 1;

    static SetTopics of(TopicKeeper keeper, TopicPlan plan, int streamPartitions) {
        return new SetTopics(keeper, plan, streamPartitions, ConcurrentHashMap.newKeySet());
    }

    String name(SetId set) {
        return plan.topics().set(set);
    }

    /** Makes the topic unless it is there, and audits it, once in this process. */
    String ensure(SetId set) {
        if (!sound.contains(set)) {
            TopicSettings topic = plan.set(set, FIRST_OF_STREAMS + streamPartitions);
            keeper.make(List.of(topic));
            keeper.requireSound(List.of(topic));
            sound.add(set);
        }
        return name(set);
    }

    boolean exists(SetId set) {
        return keeper.names().contains(name(set));
    }

    List<SetId> all() {
        String prefix = plan.topics().setPrefix();
        return keeper.names().stream()
                .filter(topic -> topic.startsWith(prefix))
                .flatMap(topic -> parse(topic.substring(prefix.length())).stream())
                .sorted((one, other) -> one.text().compareTo(other.text()))
                .toList();
    }

    private static Optional<SetId> parse(String text) {
        try {
            return Optional.of(SetId.parse(text));
        } catch (Permanent strange) {
            return Optional.empty();
        }
    }

    void drop(SetId set) {
        sound.remove(set);
        keeper.drop(Objects.requireNonNull(name(set)));
    }
}
