package io.holdfast.agent.fetch;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.RestorePlan;
import io.holdfast.agent.StreamSink;
import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.open.StreamExpectation;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.StreamContext;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.Repository;
import io.holdfast.repository.SealedSource;
import io.holdfast.repository.StreamVisitor;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Function;

/**
 * Fetches the streams of a set, several at once, opens them and hands what is in them on.
 *
 * @param key the set's data key, still owned and closed by the caller; empty for suite none
 */
public record Fetching(RestorePlan plan, Repository repository, Optional<SecretBytes> key) {
    /** Is told how the fetching goes, on several threads. */
    public interface Listener {
        /** So many bytes of the database more were handed on; throws to end the fetching. */
        void bytes(long count);

        /** A stream is through. */
        void done(StreamRef stream);
    }

    /**
     * Fetches streams and returns when all are through.
     *
     * @param sinks makes the sink of a stream
     * @throws Corrupt what is damaged, naming set, stripe and stream
     */
    public void fetch(List<StreamRef> streams, Function<StreamRef, StreamSink> sinks, Listener listener) {
        ConcurrentLinkedDeque<ChunkBuffers> idle = new ConcurrentLinkedDeque<>();
        try {
            repository.fetch(plan.manifest().set(), streams, new Visitor(sinks, listener, idle));
        } finally {
            idle.forEach(ChunkBuffers::close);
        }
    }

    private final class Visitor implements StreamVisitor {
        private final Function<StreamRef, StreamSink> sinks;
        private final Listener listener;
        private final ConcurrentLinkedDeque<ChunkBuffers> idle;

        Visitor(Function<StreamRef, StreamSink> sinks, Listener listener, ConcurrentLinkedDeque<ChunkBuffers> idle) {
            this.sinks = sinks;
            this.listener = listener;
            this.idle = idle;
        }

        @Override
        public void stream(StreamRef ref, SealedSource source) {
            ChunkBuffers found = idle.pollFirst();
            ChunkBuffers buffers = found == null ? new ChunkBuffers() : found;
            try (StreamSink sink = sinks.apply(ref)) {
                new StreamReading(source, ref.receipt().stream(), expectation(ref), buffers)
                        .into(sink, listener::bytes);
            } catch (Failure e) {
                throw named(ref, e);
            } finally {
                idle.addFirst(buffers);
            }
            listener.done(ref);
        }

        @Override
        public void missing(StreamRef ref, Corrupt failure) {
            throw new Corrupt(AgentFailure.STREAM_MISSING, where(ref) + ": " + failure.what(), failure.hint(), failure);
        }
    }

    private StreamExpectation expectation(StreamRef ref) {
        StreamContext context = StreamContext.of(
                plan.manifest().context(),
                ref.stripe(),
                ref.purpose(),
                plan.manifest().options().suite());
        return StreamExpectation.of(context, key, ref.receipt());
    }

    private String where(StreamRef ref) {
        return "set " + plan.manifest().set() + ", stripe " + ref.stripe() + ", stream " + ref.receipt().stream()
                + " in repository " + plan.repository();
    }

    /** The same failure, with the stripe's name before its words. */
    private Failure named(StreamRef ref, Failure e) {
        String message = where(ref) + ": " + e.what();
        return switch (e) {
            case Corrupt c -> new Corrupt(c.code(), message, c.hint(), c);
            case Denied d -> new Denied(d.code(), message, d.hint(), d);
            case Permanent p -> new Permanent(p.code(), message, p.hint(), p);
            case Transient t -> new Transient(t.code(), message, t.hint(), t);
        };
    }
}
