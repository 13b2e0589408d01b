package io.holdfast.messaging.send;

import io.holdfast.messaging.Limits;
import io.holdfast.messaging.MessagingFailure;
import io.holdfast.messaging.codec.JsonCodec;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes records: by all replicas, once, in order. Safe for many threads. Failures: {@link
 * io.holdfast.protocol.failure.Transient} when no broker took the record in time, {@link
 * io.holdfast.protocol.failure.Denied} when a broker refuses this process, {@link Permanent} for a record that is too large or a
 * setting that cannot be.
 */
public final class RecordProducer implements AutoCloseable {
    /** How long a record may take until every replica has it. */
    public static final Duration DELIVERY_TIMEOUT = Duration.ofSeconds(60);

    private final Producer<byte[], byte[]> producer;
    private final String servers;

    private RecordProducer(Producer<byte[], byte[]> producer, String servers) {
        this.producer = producer;
        this.servers = servers;
    }

    /** A producer that names itself {@code clientId} to the brokers. */
    public static RecordProducer open(KafkaSettings settings, String clientId) {
        Map<String, Object> properties = settings.producer(clientId);
        properties.putIfAbsent(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Math.toIntExact(DELIVERY_TIMEOUT.toMillis()));
        properties.putIfAbsent(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 15_000);
        properties.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, DELIVERY_TIMEOUT.toMillis());
        properties.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 0);
        try {
            return new RecordProducer(
                    new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer()),
                    settings.bootstrapServers());
        } catch (KafkaException e) {
            throw KafkaFailures.of("opening a producer for " + settings.bootstrapServers(), e);
        }
    }

    /** Writes one record and returns when every replica has it. */
    public <T> Position send(String topic, String key, JsonCodec<T> codec, T value) {
        return await(topic, post(topic, key, codec.bytes(value)));
    }

    /** Writes one record of ready bytes (null deletes the key in a compacted topic) and returns when every replica has it. */
    public Position send(String topic, String key, byte @Nullable [] value) {
        return await(topic, post(topic, key, value));
    }

    /** Hands one record over and returns at once; the future fails with a {@link Failure}. For many records, then {@link #flush}. */
    public <T> CompletableFuture<Position> post(String topic, String key, JsonCodec<T> codec, T value) {
        return post(topic, key, codec.bytes(value));
    }

    /** Hands one record of ready bytes over and returns at once. */
    public CompletableFuture<Position> post(String topic, String key, byte @Nullable [] value) {
        if (value != null && value.length > Limits.RECORD_BYTES) {
            throw new Permanent(
                    MessagingFailure.RECORD_TOO_LARGE,
                    "a record of " + value.length + " bytes for topic " + topic + " is over the limit of "
                            + Limits.RECORD_BYTES);
        }
        CompletableFuture<Position> done = new CompletableFuture<>();
        try {
            Future<RecordMetadata> unused = producer.send(
                    new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), value),
                    (metadata, error) -> complete(done, topic, metadata, error));
        } catch (KafkaException | IllegalStateException e) {
            done.completeExceptionally(KafkaFailures.of(writingTo(topic), e));
        }
        return done;
    }

    /** Returns when all that was posted is written or failed. */
    public void flush() {
        try {
            producer.flush();
        } catch (KafkaException e) {
            throw KafkaFailures.of("writing to " + servers, e);
        }
    }

    private void complete(
            CompletableFuture<Position> done,
            String topic,
            @Nullable RecordMetadata metadata,
            @Nullable Exception error) {
        if (error != null) {
            done.completeExceptionally(KafkaFailures.of(writingTo(topic), error));
        } else if (metadata != null) {
            done.complete(new Position(metadata.topic(), metadata.partition(), metadata.offset()));
        }
    }

    private Position await(String topic, CompletableFuture<Position> written) {
        try {
            return written.get();
        } catch (ExecutionException e) {
            throw KafkaFailures.of(writingTo(topic), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KafkaFailures.of(writingTo(topic), new org.apache.kafka.common.errors.InterruptException(e));
        }
    }

    private String writingTo(String topic) {
        return "writing to topic " + topic + " at " + servers;
    }

    /** Waits a short while for what is under way. */
    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
    }
}
