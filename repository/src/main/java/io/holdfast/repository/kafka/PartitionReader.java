package io.holdfast.repository.kafka;

import io.holdfast.messaging.send.KafkaFailures;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.repository.RepositoryFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads ranges of one partition. Never jumps over a hole by itself: what was deleted from the beginning is simply not there, and shows
 * as missing numbers of streams.
 */
final class PartitionReader implements AutoCloseable {
    /** How much one request may bring, in bytes. */
    enum Fetch {
        /** For reading on and on. */
        LARGE(8 << 20),
        /** For one record here and there. */
        SMALL(1 << 20);

        private final int bytes;

        Fetch(int bytes) {
            this.bytes = bytes;
        }
    }

    private static final Duration POLL = Duration.ofSeconds(1);
    private static final int IDLE_POLLS = 60;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private final String servers;
    private final long beginning;
    private final long end;

    private PartitionReader(KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, String servers) {
        this.consumer = consumer;
        this.partition = partition;
        this.servers = servers;
        consumer.assign(List.of(partition));
        this.beginning = offset(consumer.beginningOffsets(List.of(partition)), partition);
        this.end = offset(consumer.endOffsets(List.of(partition)), partition);
    }

    private static long offset(Map<TopicPartition, Long> offsets, TopicPartition partition) {
        return Objects.requireNonNull(offsets.get(partition), "the offset of " + partition);
    }

    static PartitionReader open(KafkaSettings kafka, TopicPartition partition, Fetch fetch) {
        Map<String, Object> settings = kafka.consumer("holdfast-repository-" + partition);
        settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, fetch.bytes);
        settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, fetch.bytes);
        settings.putIfAbsent(ConsumerConfig.RECEIVE_BUFFER_CONFIG, -1);
        // What is read is there already. A consumer asks ahead beyond it, and its closing waits for that answer: half a
        // second each.
        settings.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 5);
        String servers = kafka.bootstrapServers();
        KafkaConsumer<byte[], byte[]> consumer = null;
        try {
            consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            return new PartitionReader(consumer, partition, servers);
        } catch (KafkaException e) {
            if (consumer != null) {
                consumer.close();
            }
            throw KafkaFailures.of("reading " + partition + " at " + servers, e);
        }
    }

    /** The first offset that is still there. */
    long beginning() {
        return beginning;
    }

    /** The offset after the last record when this was opened. */
    long end() {
        return end;
    }

    /** Hands on the records from {@code from} to before {@code to}, as far as they are there, in order. */
    void read(long from, long to, Consumer<ConsumerRecord<byte[], byte[]>> taker) {
        long last = Math.min(to, end);
        long start = Math.max(from, beginning);
        if (start >= last) {
            return;
        }
        try {
            consumer.seek(partition, start);
            readOn(last, taker);
        } catch (KafkaException e) {
            throw KafkaFailures.of("reading " + partition + " at " + servers, e);
        }
    }

    private void readOn(long last, Consumer<ConsumerRecord<byte[], byte[]>> taker) {
        int idle = 0;
        while (consumer.position(partition) < last) {
            long before = consumer.position(partition);
            try {
                ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
                for (ConsumerRecord<byte[], byte[]> each : records.records(partition)) {
                    if (each.offset() < last) {
                        taker.accept(each);
                    }
                }
            } catch (OffsetOutOfRangeException deletedMeanwhile) {
                consumer.seekToBeginning(List.of(partition));
            }
            idle = consumer.position(partition) == before ? idle + 1 : 0;
            if (idle == IDLE_POLLS) {
                throw new Transient(
                        RepositoryFailure.IO_FAILED,
                        "reading " + partition + " at " + servers + " makes no progress at offset " + before + " of "
                                + last);
            }
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
