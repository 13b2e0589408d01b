package io.holdfast.repository.kafka;

import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.protocol.id.SetId;
import io.holdfast.repository.StorageFailures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;

/**
 * Looks for streams in a set's topic, all partitions at once: first where the hints say, and for what is not found there in all that
 * the partitions hold.
 *
 * @param partitions how many the topic has
 * @param stores where a stream is kept while it is collected
 */
record SetScan(KafkaSettings kafka, SetId set, String topic, int partitions, Supplier<RecordStore> stores) {
    void run(Wanted wanted) {
        Map<Integer, List<OffsetRange>> hinted = hinted(wanted);
        boolean again = !hinted.isEmpty();
        while (again) {
            again = pass(wanted, hinted);
        }
        again = !wanted.rest().isEmpty();
        while (again) {
            wanted.forgetFaults();
            again = pass(wanted, everything());
        }
    }

    private Map<Integer, List<OffsetRange>> hinted(Wanted wanted) {
        Map<Integer, List<OffsetRange>> ranges = new HashMap<>();
        wanted.rest()
                .forEach(ref -> Place.parse(ref.hint())
                        .filter(place -> place.partition() < partitions)
                        .ifPresent(place -> ranges.computeIfAbsent(place.partition(), none -> new ArrayList<>())
                                .add(new OffsetRange(place.first(), place.last() + 1))));
        ranges.replaceAll((partition, offsets) -> OffsetRange.merge(offsets));
        return ranges;
    }

    private Map<Integer, List<OffsetRange>> everything() {
        Map<Integer, List<OffsetRange>> ranges = new HashMap<>();
        for (int partition = SetTopics.FIRST_OF_STREAMS; partition < partitions; partition++) {
            ranges.put(partition, List.of(OffsetRange.ALL));
        }
        return ranges;
    }

    /** Goes through these ranges once; whether streams were put off. */
    private boolean pass(Wanted wanted, Map<Integer, List<OffsetRange>> ranges) {
        Stop stop = new Stop();
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().daemon().name("repository-scan-", 0).factory())) {
            List<Future<Boolean>> scans = new ArrayList<>();
            ranges.forEach(
                    (partition, offsets) -> scans.add(threads.submit(() -> scan(wanted, partition, offsets, stop))));
            boolean putOff = false;
            for (Future<Boolean> scan : scans) {
                putOff |= await(scan, stop);
            }
            return putOff;
        }
    }

    private boolean scan(Wanted wanted, int partition, List<OffsetRange> ranges, Stop stop) {
        TopicPartition where = new TopicPartition(topic, partition);
        try (PartitionReader reader = PartitionReader.open(kafka, where, PartitionReader.Fetch.LARGE);
                PartitionScan scan = new PartitionScan(set, wanted, stores)) {
            for (OffsetRange range : ranges) {
                reader.read(range.from(), range.to(), each -> {
                    stop.check();
                    scan.take(each);
                });
            }
            return scan.hasPutOff();
        } catch (RuntimeException | Error e) {
            stop.now();
            throw e;
        }
    }

    private static boolean await(Future<Boolean> scan, Stop stop) {
        try {
            return scan.get();
        } catch (ExecutionException e) {
            stop.now();
            if (e.getCause() instanceof CancellationException) {
                return false;
            }
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            stop.now();
            throw StorageFailures.interrupted("reading streams");
        }
    }

    /** Ends all scans of a pass when one has failed. */
    private static final class Stop {
        private volatile boolean stopped;

        void now() {
            stopped = true;
        }

        void check() {
            if (stopped) {
                throw new CancellationException("another partition's scan has failed");
            }
        }
    }
}
