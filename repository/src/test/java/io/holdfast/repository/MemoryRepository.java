package io.holdfast.repository;

import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.stripe.StreamRef;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The fake: a repository in memory. */
public final class MemoryRepository implements Repository {
    private final Map<StreamName, byte[]> streams = new ConcurrentHashMap<>();
    private final Map<ObjectName, byte[]> objects = new ConcurrentHashMap<>();

    @Override
    public RepositoryName name() {
        return new RepositoryName("memory");
    }

    @Override
    public SealedStreamWriter create(StreamName name) {
        return new Writer(name);
    }

    @Override
    public void fetch(SetId set, List<StreamRef> wanted, StreamVisitor visitor) {
        for (StreamRef ref : wanted) {
            StreamName name = StreamName.of(set, ref);
            byte[] stream = streams.get(name);
            if (stream == null) {
                visitor.missing(ref, new Corrupt(RepositoryFailure.STREAM_MISSING, name + " is not there"));
            } else {
                visitor.stream(ref, new Source(stream));
            }
        }
    }

    @Override
    public List<AbsentStream> absent(SetId set, List<StreamRef> wanted) {
        return wanted.stream()
                .flatMap(ref -> fault(StreamName.of(set, ref), ref).map(fault -> new AbsentStream(ref, fault)).stream())
                .toList();
    }

    private Optional<Corrupt> fault(StreamName name, StreamRef ref) {
        byte[] stream = streams.get(name);
        return stream == null
                ? Optional.of(new Corrupt(RepositoryFailure.STREAM_MISSING, name + " is not there"))
                : ReadBack.check(name, ref.receipt(), new Source(stream), OptionalLong.empty());
    }

    @Override
    public List<List<StreamRef>> batches(List<StreamRef> wanted) {
        return Batches.ofNeighbours(wanted);
    }

    @Override
    public void putObject(ObjectName name, byte[] content) {
        if (content.length > ObjectName.LARGEST) {
            throw new Permanent(RepositoryFailure.OBJECT_TOO_LARGE, name + " is too large");
        }
        byte[] there = objects.putIfAbsent(name, content.clone());
        if (there != null && !Arrays.equals(there, content)) {
            throw new Permanent(RepositoryFailure.OBJECT_DIFFERS, name + " is there already");
        }
    }

    @Override
    public Optional<byte[]> getObject(ObjectName name) {
        return Optional.ofNullable(objects.get(name)).map(byte[]::clone);
    }

    @Override
    public List<ObjectName> listObjects(SetId set) {
        return objects.keySet().stream()
                .filter(name -> name.set().equals(set))
                .sorted()
                .toList();
    }

    @Override
    public List<SetId> sets() {
        return Stream.concat(
                        objects.keySet().stream().map(ObjectName::set),
                        streams.keySet().stream().map(StreamName::set))
                .distinct()
                .sorted(Comparator.comparing(SetId::text))
                .toList();
    }

    @Override
    public void dropSet(SetId set) {
        objects.keySet().removeIf(name -> name.set().equals(set));
        streams.keySet().removeIf(name -> name.set().equals(set));
    }

    @Override
    public void close() {}

    private static final class Source implements SealedSource {
        private final byte[] stream;

        Source(byte[] stream) {
            this.stream = stream;
        }

        @Override
        public long size() {
            return stream.length;
        }

        @Override
        public int read(ByteBuffer target, long position) {
            int length = Math.clamp(stream.length - position, 0, target.remaining());
            target.put(stream, Math.toIntExact(position), length);
            return length;
        }
    }

    private final class Writer implements SealedStreamWriter {
        private final StreamName name;
        private final WriteOrder order;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Writer(StreamName name) {
            this.name = name;
            this.order = new WriteOrder(name);
        }

        @Override
        public void header(ByteBuffer header) {
            order.header(header);
            take(header);
        }

        @Override
        public void frame(long index, ByteBuffer frame) {
            order.frame(index, frame);
            take(frame);
        }

        private void take(ByteBuffer part) {
            byte[] copy = new byte[part.remaining()];
            part.get(copy);
            bytes.writeBytes(copy);
        }

        @Override
        public String commit() {
            order.commit();
            if (streams.putIfAbsent(name, bytes.toByteArray()) != null) {
                throw new Transient(RepositoryFailure.ALREADY_THERE, name + " is there already");
            }
            return "memory";
        }

        @Override
        public void close() {}
    }
}
