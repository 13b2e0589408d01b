package io.holdfast.repository.kafka;

import io.holdfast.chunk.frame.Sha256;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.FrameBytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Whether streams lie where their hints say, by two records each: the header at the first offset, the last frame at the last, and
 * room for all frames between. Records are never deleted from between, so that is enough to say "there", and not to say "gone".
 */
record PlaceCheck(KafkaSettings kafka, String topic, int partitions) {
    /** Those that are not found in this way. */
    List<StreamRef> notFound(List<StreamRef> wanted) {
        List<StreamRef> rest = new ArrayList<>();
        Map<Integer, List<StreamRef>> byPartition = new HashMap<>();
        for (StreamRef ref : wanted) {
            int partition = Place.parse(ref.hint()).map(Place::partition).orElse(-1);
            if (partition < SetTopics.FIRST_OF_STREAMS || partition >= partitions) {
                rest.add(ref);
            } else {
                byPartition
                        .computeIfAbsent(partition, none -> new ArrayList<>())
                        .add(ref);
            }
        }
        byPartition.forEach((partition, refs) -> {
            TopicPartition where = new TopicPartition(topic, partition);
            try (PartitionReader reader = PartitionReader.open(kafka, where, PartitionReader.Fetch.SMALL)) {
                refs.stream().filter(ref -> !isThere(reader, ref)).forEach(rest::add);
            }
        });
        return rest;
    }

    private static boolean isThere(PartitionReader reader, StreamRef ref) {
        Receipt receipt = ref.receipt();
        return Place.parse(ref.hint())
                .filter(place -> place.last() - place.first() >= receipt.frames())
                .filter(place -> place.first() >= reader.beginning() && place.last() < reader.end())
                .filter(place -> isHeader(at(reader, place.first()), receipt))
                .filter(place -> isLastFrame(at(reader, place.last()), receipt))
                .isPresent();
    }

    private static @Nullable ConsumerRecord<byte[], byte[]> at(PartitionReader reader, long offset) {
        List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
        reader.read(offset, offset + 1, found::add);
        return found.isEmpty() || found.getFirst().offset() != offset ? null : found.getFirst();
    }

    private static boolean isHeader(@Nullable ConsumerRecord<byte[], byte[]> each, Receipt receipt) {
        byte[] value = valueOf(each, RecordKey.header(receipt.stream()));
        return Bytes.of(Sha256.digest().digest(value)).equals(receipt.headerHash());
    }

    private static boolean isLastFrame(@Nullable ConsumerRecord<byte[], byte[]> each, Receipt receipt) {
        byte[] value = valueOf(each, RecordKey.frame(receipt.stream(), receipt.frames() - 1));
        return value.length > FrameBytes.LOOKED_AT && FrameBytes.isLast(ByteBuffer.wrap(value), 0);
    }

    /** The value of the record if it has this key, else nothing. */
    private static byte[] valueOf(@Nullable ConsumerRecord<byte[], byte[]> each, RecordKey key) {
        boolean same = each != null
                && each.value() != null
                && RecordKey.parse(each.key()).filter(key::equals).isPresent();
        return same && each != null ? each.value() : new byte[0];
    }
}
