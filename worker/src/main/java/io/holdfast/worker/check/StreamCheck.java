package io.holdfast.worker.check;

import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.chunk.frame.StreamVerifier;
import io.holdfast.chunk.open.StreamExpectation;
import io.holdfast.chunk.open.StreamOpener;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.Purpose;
import io.holdfast.protocol.chunk.StreamContext;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.protocol.stripe.StripeCounts;
import io.holdfast.protocol.stripe.StripeOrder;
import io.holdfast.repository.Repository;
import io.holdfast.repository.SealedSource;
import io.holdfast.repository.StreamVisitor;
import io.holdfast.worker.Pulse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks the streams of one order. Every stream is looked at, also after one was found damaged, so that the report names them
 * all.
 */
public final class StreamCheck implements StreamVisitor {
    /** So many damaged streams are named in a report; the rest is counted. */
    private static final int MOST_NAMED = 5;

    private final StripeOrder.Check order;
    private final Optional<SecretBytes> dataKey;
    private final ChunkBuffers buffers;
    private final Pulse pulse;
    private final SourceFrames frames = new SourceFrames();
    private final List<Failure> found = new ArrayList<>();
    private long files;
    private long dataBytes;
    private long sealedBytes;

    /**
     * @param dataKey the set's data key to open every chunk; empty to check roots only, or for the suite none
     * @param buffers the slot's
     */
    public StreamCheck(StripeOrder.Check order, Optional<SecretBytes> dataKey, ChunkBuffers buffers, Pulse pulse) {
        this.order = order;
        this.dataKey = dataKey;
        this.buffers = buffers;
        this.pulse = pulse;
    }

    /**
     * Checks all of them.
     *
     * @throws Failure what is wrong with the first damaged stream, naming the others
     */
    public StripeCounts run(Repository repository) {
        repository.fetch(order.context().set(), order.streams(), this);
        if (!found.isEmpty()) {
            throw together();
        }
        return new StripeCounts(files, ByteCount.of(dataBytes), ByteCount.of(sealedBytes), 0, 0, List.of());
    }

    @Override
    public synchronized void stream(StreamRef ref, SealedSource source) {
        pulse.beat(0);
        try {
            switch (order.depth()) {
                case ROOTS -> verify(ref, source);
                case CHUNKS -> open(ref, source);
            }
            dataBytes += ref.receipt().dataBytes().number();
            sealedBytes += ref.receipt().sealedBytes().number();
        } catch (Corrupt | Denied e) {
            found.add(e);
        }
    }

    @Override
    public synchronized void missing(StreamRef ref, Corrupt failure) {
        found.add(failure);
    }

    private void verify(StreamRef ref, SealedSource source) {
        StreamVerifier verifier = new StreamVerifier(frames.header(ref, source));
        frames.forEach(ref, source, verifier.header(), frame -> {
            pulse.beat(frame.remaining());
            verifier.frame(frame);
        });
        verifier.check(ref.receipt());
    }

    private void open(StreamRef ref, SealedSource source) {
        Suite suite = ref.purpose() == Purpose.MANIFEST ? Suite.NONE : order.suite();
        StreamContext context = StreamContext.of(order.context(), ref.stripe(), ref.purpose(), suite);
        StreamExpectation expectation = StreamExpectation.of(context, dataKey, ref.receipt());
        try (StreamOpener opener = StreamOpener.open(frames.header(ref, source), expectation, buffers)) {
            StreamHeader header = opener.header();
            frames.forEach(ref, source, header, frame -> {
                pulse.beat(frame.remaining());
                opener.frame(frame);
            });
            files += opener.finish().files().size();
        }
    }

    private Failure together() {
        Failure first = found.getFirst();
        if (found.size() == 1) {
            return first;
        }
        StringBuilder message =
                new StringBuilder(found.size() + " of " + order.streams().size() + " streams: ");
        for (Failure failure : found.subList(0, Math.min(MOST_NAMED, found.size()))) {
            message.append(failure.what()).append("; ");
        }
        int more = found.size() - MOST_NAMED;
        message.append(more > 0 ? "and " + more + " more" : "these are all");
        return first instanceof Denied
                ? new Denied(first.code(), message.toString(), first.hint())
                : new Corrupt(first.code(), message.toString(), first.hint());
    }
}
