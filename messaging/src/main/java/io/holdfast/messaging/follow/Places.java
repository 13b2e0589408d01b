package io.holdfast.messaging.follow;

import io.holdfast.messaging.MessagingFailure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;

/** Up to where each partition was heard; it outlives the consumers. */
final class Places {
    private static final Duration ASK = Duration.ofSeconds(30);

    private final String topic;
    private final FollowStart start;
    private final Map<TopicPartition, Long> next = new HashMap<>();
    /** The ends when following began; empty until then. */
    private final Map<TopicPartition, Long> ends = new HashMap<>();

    Places(String topic, FollowStart start) {
        this.topic = topic;
        this.start = start;
    }

    /** Assigns every partition and seeks to where it was left, or to the start. */
    void assign(Consumer<byte[], byte[]> consumer) {
        List<TopicPartition> partitions = new ArrayList<>();
        consumer.partitionsFor(topic, ASK).forEach(info -> partitions.add(new TopicPartition(topic, info.partition())));
        if (partitions.isEmpty()) {
            throw new Transient(MessagingFailure.TOPIC_MISSING, "topic " + topic + " does not exist (yet)");
        }
        consumer.assign(partitions);
        List<TopicPartition> fresh =
                partitions.stream().filter(place -> !next.containsKey(place)).toList();
        next.putAll(starts(consumer, fresh));
        if (ends.isEmpty()) {
            ends.putAll(consumer.endOffsets(partitions, ASK));
        }
        partitions.forEach(place -> consumer.seek(place, next.getOrDefault(place, 0L)));
    }

    private Map<TopicPartition, Long> starts(Consumer<byte[], byte[]> consumer, List<TopicPartition> fresh) {
        return switch (start) {
            case FollowStart.Beginning beginning -> consumer.beginningOffsets(fresh, ASK);
            case FollowStart.End end -> consumer.endOffsets(fresh, ASK);
            case FollowStart.Since since -> since(consumer, fresh, since.moment());
        };
    }

    private static Map<TopicPartition, Long> since(
            Consumer<byte[], byte[]> consumer, List<TopicPartition> fresh, Instant moment) {
        Map<TopicPartition, Long> wanted = new HashMap<>();
        fresh.forEach(place -> wanted.put(place, moment.toEpochMilli()));
        Map<TopicPartition, Long> found = new HashMap<>(consumer.endOffsets(fresh, ASK));
        Map<TopicPartition, OffsetAndTimestamp> offsets = consumer.offsetsForTimes(wanted, ASK);
        offsets.forEach((place, offset) -> {
            if (offset != null) {
                found.put(place, offset.offset());
            }
        });
        return found;
    }

    /** Polls; a hole is told to the listener, and reading goes on behind it. */
    ConsumerRecords<byte[], byte[]> poll(Consumer<byte[], byte[]> consumer, Duration most, FollowListener<?> listener) {
        try {
            return consumer.poll(most);
        } catch (OffsetOutOfRangeException e) {
            Map<TopicPartition, Long> firsts = consumer.beginningOffsets(e.partitions(), ASK);
            e.offsetOutOfRangePartitions().forEach((place, wanted) -> {
                long first = firsts.getOrDefault(place, 0L);
                listener.missing(new Permanent(
                        MessagingFailure.RECORDS_MISSING,
                        "records " + wanted + " to " + (first - 1) + " of " + place + " are gone; reading goes on at "
                                + first));
                next.put(place, first);
                consumer.seek(place, first);
            });
            return ConsumerRecords.empty();
        }
    }

    /** This record need not come again. */
    void heard(ConsumerRecord<byte[], byte[]> record) {
        next.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
    }

    /** Whether all partitions are read up to where they ended when following began. */
    boolean caughtUp(Consumer<byte[], byte[]> consumer) {
        boolean all = ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
        return all && !ends.isEmpty();
    }
}
