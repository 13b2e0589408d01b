package io.holdfast.repository.kafka;

import io.holdfast.messaging.send.KafkaFailures;
import io.holdfast.repository.SealedStreamWriter;
import io.holdfast.repository.StorageFailures;
import io.holdfast.repository.StreamName;
import io.holdfast.repository.WriteOrder;
import java.nio.ByteBuffer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Appends a stream, record by record, to one partition. A stream that is given up stays as records without a last frame, which no
 * reader takes for a stream, until the set's topic is dropped.
 */
final class StreamAppender implements SealedStreamWriter {
    private final SetProducer producer;
    private final StreamName name;
    private final String topic;
    private final int partition;
    private final WriteOrder order;
    private final UnderWay underWay = new UnderWay();

    StreamAppender(SetProducer producer, StreamName name, String topic) {
        this.producer = producer;
        this.name = name;
        this.topic = topic;
        int streams = producer.partitions(topic) - SetTopics.FIRST_OF_STREAMS;
        this.partition =
                SetTopics.FIRST_OF_STREAMS + Math.toIntExact(name.stripe().number() % Math.max(streams, 1));
        this.order = new WriteOrder(name);
    }

    @Override
    public void header(ByteBuffer header) {
        order.header(header);
        append(RecordKey.header(name.stream()), header);
    }

    @Override
    public void frame(long index, ByteBuffer frame) {
        order.frame(index, frame);
        append(RecordKey.frame(name.stream(), index), frame);
    }

    private void append(RecordKey key, ByteBuffer bytes) {
        underWay.throwFailure();
        underWay.begin();
        try {
            producer.send(
                    new ProducerRecord<>(topic, partition, key.bytes(), exactly(bytes)),
                    (metadata, error) -> underWay.end(key, metadata, error));
        } catch (RuntimeException e) {
            underWay.end(key, null, e);
            throw e;
        }
    }

    /** The producer has copied the value when it returns, so an array of the right size is lent as it is. */
    private static byte[] exactly(ByteBuffer bytes) {
        int length = bytes.remaining();
        if (bytes.hasArray() && bytes.arrayOffset() == 0 && bytes.position() == 0 && bytes.array().length == length) {
            bytes.position(bytes.limit());
            return bytes.array();
        }
        byte[] copy = new byte[length];
        bytes.get(copy);
        return copy;
    }

    @Override
    public String commit() {
        underWay.await();
        order.commit();
        return new Place(partition, underWay.first, underWay.last).text();
    }

    @Override
    public void close() {
        // What is on its way may arrive; without the last frame it is no stream.
    }

    /** The records that are not answered yet, and the first failure among them. */
    private final class UnderWay {
        private long open;
        private long first = -1;
        private long last = -1;
        private @Nullable Exception failure;

        synchronized void begin() {
            open++;
        }

        synchronized void end(RecordKey key, @Nullable RecordMetadata metadata, @Nullable Exception error) {
            open--;
            if (error != null && failure == null) {
                failure = error;
            } else if (metadata != null && metadata.hasOffset()) {
                if (key.slot() == 0) {
                    first = metadata.offset();
                }
                last = Math.max(last, metadata.offset());
            }
            notifyAll();
        }

        synchronized void throwFailure() {
            if (failure != null) {
                throw KafkaFailures.of(producer.writingTo(topic), failure);
            }
        }

        synchronized void await() {
            while (open > 0 && failure == null) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw StorageFailures.interrupted(producer.writingTo(topic));
                }
            }
            throwFailure();
        }
    }
}
