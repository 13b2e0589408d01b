package io.holdfast.repository.kafka;

import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.StreamName;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * One way through one partition: sorts its records out by stream and delivers what becomes whole. So many streams may be open at once
 * and no more; those that come too many are put off to another way through.
 */
final class PartitionScan implements AutoCloseable {
    /** As many streams are written to a partition at once as there are workers' slots; more open ones were left unfinished. */
    private static final int MOST_OPEN = 64;

    private final SetId set;
    private final Wanted wanted;
    private final Supplier<RecordStore> stores;
    private final Map<StreamId, Collected> open = new LinkedHashMap<>();
    private final Set<StreamId> putOff = new HashSet<>();

    PartitionScan(SetId set, Wanted wanted, Supplier<RecordStore> stores) {
        this.set = set;
        this.wanted = wanted;
        this.stores = stores;
    }

    void take(ConsumerRecord<byte[], byte[]> each) {
        byte @Nullable [] value = each.value();
        if (value == null) {
            return;
        }
        RecordKey.parse(each.key()).ifPresent(key -> take(key, value));
    }

    private void take(RecordKey key, byte[] value) {
        StreamRef ref = wanted.ref(key.stream());
        if (ref == null || putOff.contains(key.stream())) {
            return;
        }
        Collected collected = open.get(key.stream());
        if (collected == null) {
            if (open.size() == MOST_OPEN) {
                putOff.add(key.stream());
                return;
            }
            collected = new Collected(StreamName.of(set, ref), ref.receipt(), stores.get());
            open.put(key.stream(), collected);
        }
        collected.take(key.slot(), value);
        if (collected.whole() && collected.fault().isEmpty()) {
            open.remove(key.stream());
            wanted.deliver(ref, collected);
        }
    }

    /** Whether streams were put off. */
    boolean hasPutOff() {
        return !putOff.isEmpty();
    }

    /** Says of what is not whole what it lacks. */
    @Override
    public void close() {
        open.forEach((stream, collected) -> {
            collected.fault().ifPresent(fault -> wanted.fault(stream, fault));
            collected.close();
        });
        open.clear();
    }
}
