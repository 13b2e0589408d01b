package io.holdfast.repository.kafka;

import io.holdfast.messaging.send.KafkaFailures;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.repository.StorageFailures;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The one producer of a repository, shared by all its writers; its buffer is the bound of their memory. */
final class SetProducer implements AutoCloseable {
    // Of sealed bytes on their way; a full one makes writers wait.
    private static final long BUFFER_BYTES = 48L << 20;
    // With frames under 900 KiB the default limits of brokers hold.
    private static final int BATCH_BYTES = 1_000_000;
    private static final int PATIENCE_MILLIS = 120_000;

    private final Producer<byte[], byte[]> producer;
    private final String servers;
    private final FirstRecords first = new FirstRecords();

    private SetProducer(Producer<byte[], byte[]> producer, String servers) {
        this.producer = producer;
        this.servers = servers;
    }

    static SetProducer open(KafkaSettings kafka, String clientId) {
        Map<String, Object> settings = kafka.producer(clientId);
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "none");
        settings.putIfAbsent(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
        settings.putIfAbsent(ProducerConfig.SEND_BUFFER_CONFIG, -1);
        settings.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 5);
        settings.putIfAbsent(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS);
        settings.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) PATIENCE_MILLIS);
        try {
            return new SetProducer(
                    new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer()),
                    kafka.bootstrapServers());
        } catch (KafkaException e) {
            throw KafkaFailures.of("opening a producer for " + kafka.bootstrapServers(), e);
        }
    }

    int partitions(String topic) {
        try {
            return producer.partitionsFor(topic).size();
        } catch (KafkaException e) {
            throw KafkaFailures.of(writingTo(topic), e);
        }
    }

    /** Hands a record over; the first to a partition is answered when this returns. */
    void send(ProducerRecord<byte[], byte[]> toSend, Callback whenDone) {
        TopicPartition partition = new TopicPartition(toSend.topic(), toSend.partition());
        CompletableFuture<Void> mine = new CompletableFuture<>();
        Optional<CompletableFuture<Void>> before = first.enter(partition, mine);
        if (before.isPresent()) {
            await(before.get(), toSend.topic());
            hand(toSend, whenDone);
        } else {
            sendFirst(toSend, whenDone, mine);
        }
    }

    private void sendFirst(ProducerRecord<byte[], byte[]> toSend, Callback whenDone, CompletableFuture<Void> mine) {
        try {
            hand(toSend, (metadata, error) -> {
                whenDone.onCompletion(metadata, error);
                if (error == null) {
                    mine.complete(null);
                } else {
                    mine.completeExceptionally(error);
                }
            });
            await(mine, toSend.topic());
        } catch (RuntimeException e) {
            first.forget(new TopicPartition(toSend.topic(), toSend.partition()));
            mine.completeExceptionally(e);
            throw e;
        }
    }

    private void hand(ProducerRecord<byte[], byte[]> toSend, Callback whenDone) {
        try {
            Future<RecordMetadata> unused = producer.send(toSend, whenDone);
        } catch (KafkaException | IllegalStateException e) {
            throw KafkaFailures.of(writingTo(toSend.topic()), e);
        }
    }

    private void await(CompletableFuture<Void> done, String topic) {
        try {
            done.get();
        } catch (ExecutionException e) {
            throw KafkaFailures.of(writingTo(topic), e);
        } catch (InterruptedException e) {
            throw StorageFailures.interrupted(writingTo(topic));
        }
    }

    String writingTo(String topic) {
        return "writing to topic " + topic + " at " + servers;
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
    }
}
