package io.holdfast.repository.kafka;

import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.RepositoryFailure;
import io.holdfast.repository.StreamName;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The streams that a reading still looks for, shared by the scans of all partitions. */
final class Wanted {
    private final Map<StreamId, StreamRef> open = new ConcurrentHashMap<>();
    private final Map<StreamId, Corrupt> faults = new ConcurrentHashMap<>();
    private final BiConsumer<StreamRef, Collected> taker;

    /** {@code taker} gets each stream that is whole, once, and closes it. */
    Wanted(List<StreamRef> streams, BiConsumer<StreamRef, Collected> taker) {
        this.taker = taker;
        streams.forEach(ref -> open.put(ref.receipt().stream(), ref));
    }

    @Nullable
    StreamRef ref(StreamId stream) {
        return open.get(stream);
    }

    Collection<StreamRef> rest() {
        return List.copyOf(open.values());
    }

    void deliver(StreamRef ref, Collected whole) {
        if (open.remove(ref.receipt().stream()) == null) {
            whole.close();
            return;
        }
        taker.accept(ref, whole);
    }

    void fault(StreamId stream, Corrupt fault) {
        faults.put(stream, fault);
    }

    void forgetFaults() {
        faults.clear();
    }

    /** What is wrong with one that was not delivered. */
    Corrupt why(SetId set, StreamRef ref, String topic) {
        StreamId stream = ref.receipt().stream();
        return Objects.requireNonNullElseGet(
                faults.get(stream),
                () -> new Corrupt(
                        RepositoryFailure.STREAM_MISSING,
                        StreamName.of(set, ref) + " is not in topic " + topic + ": it has no record of it"));
    }
}
