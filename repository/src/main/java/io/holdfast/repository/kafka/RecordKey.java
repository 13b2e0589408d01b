package io.holdfast.repository.kafka;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.StreamId;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The key of a stream's record: {@code streamId[32] | index u64}; the header's index is 0xFFFFFFFFFFFFFFFF (sealed-stream format,
 * "Bytes").
 *
 * @param slot 0 for the header, 1 for frame 0 and so on
 */
record RecordKey(StreamId stream, long slot) {
    private static final int ID_LENGTH = 32;
    private static final int LENGTH = ID_LENGTH + Long.BYTES;

    static RecordKey header(StreamId stream) {
        return new RecordKey(stream, 0);
    }

    static RecordKey frame(StreamId stream, long index) {
        return new RecordKey(stream, index + 1);
    }

    byte[] bytes() {
        // The header's index is -1 as a signed number, so that both kinds are one less than the slot.
        return ByteBuffer.allocate(LENGTH)
                .put(stream.bytes().toArray())
                .putLong(slot - 1)
                .array();
    }

    /** The key in these bytes; empty if they are no stream's. */
    static Optional<RecordKey> parse(byte @Nullable [] key) {
        if (key == null || key.length != LENGTH) {
            return Optional.empty();
        }
        ByteBuffer bytes = ByteBuffer.wrap(key);
        byte[] id = new byte[ID_LENGTH];
        bytes.get(id);
        long index = bytes.getLong();
        return index < -1 || index == Long.MAX_VALUE
                ? Optional.empty()
                : Optional.of(new RecordKey(new StreamId(Bytes.of(id)), index + 1));
    }
}
