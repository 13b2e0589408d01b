package io.holdfast.catalog;

import io.holdfast.chunk.RandomSource;
import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.chunk.open.StreamExpectation;
import io.holdfast.chunk.whole.WholeStream;
import io.holdfast.chunk.write.SealingOptions;
import io.holdfast.chunk.write.SealingOrder;
import io.holdfast.messaging.codec.JsonCodec;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Purpose;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.chunk.StreamContext;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.manifest.IndexPart;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.AbsentStream;
import io.holdfast.repository.Repository;
import io.holdfast.repository.SealedSource;
import io.holdfast.repository.SealedStreamWriter;
import io.holdfast.repository.StreamName;
import io.holdfast.repository.StreamVisitor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The receipts of a set's streams, in parts. A part is a sealed stream of suite none and purpose manifest that holds one JSON
 * document: it needs no key, and the signed body protects it by its root.
 */
public final class StripeIndex {
    /** The most streams in one part. */
    public static final int STREAMS_IN_A_PART = 1_000;

    private static final String PATH = "streams.json";

    /**
     * A part: the document in its stream.
     *
     * @param part its number, from 0
     * @param streams at most {@value #STREAMS_IN_A_PART}
     */
    public record Content(int v, int part, List<StreamRef> streams) {
        /** A part of today's version. */
        public static Content of(int part, List<StreamRef> streams) {
            return new Content(1, part, streams);
        }
    }

    private static final JsonCodec<Content> CONTENT = JsonCodec.of(Content.class, WholeStream.LARGEST);

    private StripeIndex() {}

    /**
     * Writes one part, after asking the repository whether every stream in it is there as its receipt says.
     *
     * @param random a {@link java.security.SecureRandom}
     * @throws Corrupt streams-absent
     */
    public static IndexPart write(Repository repository, SetContext set, Content part, RandomSource random) {
        requirePresent(repository, set, part.streams());
        StripeNumber number = new StripeNumber(part.part());
        SequencedMap<String, Bytes> files = new LinkedHashMap<>();
        files.put(PATH, Bytes.of(CONTENT.bytes(part)));
        WholeStream sealed = WholeStream.seal(
                SealingOrder.open(SealingOptions.with(Compression.STANDARD), context(set, number)), random, files);
        StreamName name = new StreamName(set.set(), Purpose.MANIFEST, number, sealed.receipt().stream());
        String hint = store(repository, name, sealed.stream());
        return new IndexPart(part.part(), new StreamRef(number, Purpose.MANIFEST, sealed.receipt(), hint));
    }

    private static void requirePresent(Repository repository, SetContext set, List<StreamRef> streams) {
        List<AbsentStream> absent = repository.absent(set.set(), streams);
        if (!absent.isEmpty()) {
            throw new Corrupt(
                    CatalogFailure.STREAMS_ABSENT,
                    absent.size() + " of " + streams.size() + " streams of set " + set.set() + " are not in repository "
                            + repository.name() + " as they were written; the first: "
                            + absent.getFirst().failure().what());
        }
    }

    private static String store(Repository repository, StreamName name, Bytes stream) {
        try (SealedStreamWriter writer = repository.create(name)) {
            ByteBuffer bytes = ByteBuffer.wrap(stream.toArray());
            StreamHeader header = StreamHeader.parse(bytes.duplicate());
            writer.header(take(bytes, StreamHeader.LENGTH));
            while (bytes.hasRemaining()) {
                FrameHeader head = FrameHeader.parse(bytes.duplicate(), header);
                writer.frame(head.index(), take(bytes, head.length()));
            }
            return writer.commit();
        }
    }

    private static ByteBuffer take(ByteBuffer bytes, int length) {
        ByteBuffer taken = bytes.slice(bytes.position(), length);
        bytes.position(bytes.position() + length);
        return taken;
    }

    /**
     * Reads the parts that a signed body names and returns all streams, in the order of their parts.
     *
     * @throws Corrupt when a part is missing, damaged, or not the one that the body names
     */
    public static List<StreamRef> read(Repository repository, SetContext set, List<IndexPart> parts) {
        Map<Integer, List<StreamRef>> found = new ConcurrentHashMap<>();
        List<StreamRef> wanted = parts.stream().map(IndexPart::stream).toList();
        repository.fetch(set.set(), wanted, new StreamVisitor() {
            @Override
            public void stream(StreamRef ref, SealedSource source) {
                Content content = open(set, ref, source);
                found.put(content.part(), content.streams());
            }

            @Override
            public void missing(StreamRef ref, Corrupt failure) {
                throw failure;
            }
        });
        List<StreamRef> all = new ArrayList<>();
        for (IndexPart part : parts) {
            List<StreamRef> streams = found.get(part.part());
            if (streams == null) {
                throw damaged(set, part.stream(), "it holds another part than " + part.part(), null);
            }
            all.addAll(streams);
        }
        return all;
    }

    private static Content open(SetContext set, StreamRef ref, SealedSource source) {
        if (source.size() > WholeStream.LARGEST) {
            throw damaged(set, ref, "it has " + source.size() + " bytes", null);
        }
        byte[] bytes = new byte[Math.toIntExact(source.size())];
        int read = source.read(ByteBuffer.wrap(bytes), 0);
        if (read != bytes.length) {
            throw damaged(set, ref, "it ends at byte " + read, null);
        }
        SequencedMap<String, Bytes> files = WholeStream.open(
                Bytes.of(bytes), StreamExpectation.of(context(set, ref.stripe()), Optional.empty(), ref.receipt()));
        Bytes content = files.get(PATH);
        if (content == null || files.size() != 1) {
            throw damaged(set, ref, "it does not hold " + PATH + " and nothing else", null);
        }
        try {
            return CONTENT.read(content.toArray());
        } catch (Permanent e) {
            throw damaged(set, ref, e.what(), e);
        }
    }

    private static Corrupt damaged(SetContext set, StreamRef ref, String why, @Nullable Permanent cause) {
        String message = "part " + ref.stripe() + " of the stripe index of set " + set.set() + ": " + why;
        return cause == null
                ? new Corrupt(CatalogFailure.INDEX_DAMAGED, message)
                : new Corrupt(CatalogFailure.INDEX_DAMAGED, message, cause);
    }

    private static StreamContext context(SetContext set, StripeNumber part) {
        return StreamContext.of(set, part, Purpose.MANIFEST, Suite.NONE);
    }
}
