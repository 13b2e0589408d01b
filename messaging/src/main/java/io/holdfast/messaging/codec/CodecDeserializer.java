package io.holdfast.messaging.codec;

import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** A codec as Kafka's clients take it. */
record CodecDeserializer<T>(JsonCodec<T> codec) implements Deserializer<T> {
    @Override
    @SuppressWarnings("NullAway") // Kafka's interface knows no nullness: null is a deletion
    public @Nullable T deserialize(String topic, byte @Nullable [] value) {
        return value == null ? null : codec.read(value);
    }
}
