package io.holdfast.repository;

import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.stripe.StreamRef;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/** A visitor that keeps everything. */
public class Gathered implements StreamVisitor {
    public final Map<StreamId, byte[]> streams = new ConcurrentHashMap<>();
    public final Map<StreamId, Corrupt> missing = new ConcurrentHashMap<>();

    public static Gathered from(Repository repository, SetId set, List<StreamRef> wanted) {
        Gathered gathered = new Gathered();
        repository.fetch(set, wanted, gathered);
        return gathered;
    }

    @Override
    public void stream(StreamRef ref, SealedSource source) {
        ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(source.size()));
        source.read(all, 0);
        if (streams.put(ref.receipt().stream(), all.array()) != null) {
            throw new IllegalStateException("twice: " + ref);
        }
        requireSeekable(source, all.array());
    }

    private static void requireSeekable(SealedSource source, byte[] whole) {
        Random random = new Random(whole.length);
        for (int i = 0; i < 20; i++) {
            int position = random.nextInt(whole.length);
            ByteBuffer part = ByteBuffer.allocate(random.nextInt(2_000));
            int read = source.read(part, position);
            int expected = Math.min(part.capacity(), whole.length - position);
            if (read != expected || !part.flip().equals(ByteBuffer.wrap(whole, position, expected))) {
                throw new IllegalStateException("read " + read + " of " + expected + " other bytes at " + position);
            }
        }
    }

    @Override
    public void missing(StreamRef ref, Corrupt failure) {
        if (missing.put(ref.receipt().stream(), failure) != null) {
            throw new IllegalStateException("twice: " + ref);
        }
    }

    /** Why a stream is missing; an error if it is not. */
    public Corrupt why(TestStream stream) {
        return Objects.requireNonNull(missing.get(stream.header().streamId()), "it is not missing");
    }
}
