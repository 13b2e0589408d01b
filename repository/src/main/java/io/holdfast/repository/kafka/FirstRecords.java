package io.holdfast.repository.kafka;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;

/**
 * Lets one record to a partition be answered before others are sent after it. In a topic that has just been made, a broker may refuse
 * the first batch, since it does not lead the partition yet, and take the second: it knows nothing yet of the producer's numbers. The
 * first is then out of order for ever, and the stream lost after the delivery timeout. Once a record is in, the broker keeps order.
 */
final class FirstRecords {
    // Of partitions that are remembered; to wait again for one that was forgotten does no harm.
    private static final int REMEMBERED = 4_096;

    private final Map<TopicPartition, CompletableFuture<Void>> answered = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<TopicPartition, CompletableFuture<Void>> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** Nothing for who goes first and completes {@code mine}; for all others what to wait for. */
    synchronized Optional<CompletableFuture<Void>> enter(TopicPartition partition, CompletableFuture<Void> mine) {
        return Optional.ofNullable(answered.putIfAbsent(partition, mine));
    }

    /** The first one failed: somebody else goes first. */
    synchronized void forget(TopicPartition partition) {
        answered.remove(partition);
    }
}
