package io.holdfast.messaging.codec;

import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** A codec as Kafka's clients take it. */
record CodecSerializer<T>(JsonCodec<T> codec) implements Serializer<T> {
    @Override
    @SuppressWarnings("NullAway") // Kafka's interface knows no nullness: null is a deletion
    public byte @Nullable [] serialize(String topic, @Nullable T value) {
        return value == null ? null : codec.bytes(value);
    }
}
