package io.holdfast.messaging.follow;

import io.holdfast.messaging.codec.JsonCodec;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.Failure;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands records to a listener; what a listener throws is its own fault and stops nothing. */
record Delivery<T>(FollowSettings settings, JsonCodec<T> codec, FollowListener<T> listener) {
    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);

    void deliver(ConsumerRecord<byte[], byte[]> record) {
        String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
        if (!settings.keys().test(key)) {
            return;
        }
        try {
            if (record.value() == null) {
                listener.deleted(key);
                return;
            }
            T value;
            try {
                value = codec.read(record.value());
            } catch (Failure e) {
                LOG.warn("{} {} at offset {}: {}", settings.topic(), key, record.offset(), e.what());
                listener.unreadable(key, Bytes.of(record.value()), e);
                return;
            }
            listener.record(key, value);
        } catch (RuntimeException e) {
            LOG.error("a listener of {} failed at {} (offset {})", settings.topic(), key, record.offset(), e);
        }
    }
}
