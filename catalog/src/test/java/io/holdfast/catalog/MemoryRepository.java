package io.holdfast.catalog;

import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.AbsentStream;
import io.holdfast.repository.ObjectName;
import io.holdfast.repository.Repository;
import io.holdfast.repository.RepositoryFailure;
import io.holdfast.repository.SealedSource;
import io.holdfast.repository.SealedStreamWriter;
import io.holdfast.repository.StreamName;
import io.holdfast.repository.StreamVisitor;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A repository in memory whose bytes a test can spoil. */
class MemoryRepository implements Repository {
    final Map<ObjectName, byte[]> objects = new TreeMap<>();
    final Map<String, byte[]> streams = new TreeMap<>();

    @Override
    public RepositoryName name() {
        return RepositoryName.parse("memory");
    }

    @Override
    public SealedStreamWriter create(StreamName name) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        return new SealedStreamWriter() {
            @Override
            public void header(ByteBuffer header) {
                append(header);
            }

            @Override
            public void frame(long index, ByteBuffer frame) {
                append(frame);
            }

            private void append(ByteBuffer buffer) {
                byte[] taken = new byte[buffer.remaining()];
                buffer.get(taken);
                bytes.writeBytes(taken);
            }

            @Override
            public String commit() {
                streams.put(name.stream().text(), bytes.toByteArray());
                return "";
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void fetch(SetId set, List<StreamRef> wanted, StreamVisitor visitor) {
        for (StreamRef ref : wanted) {
            byte[] bytes = streams.get(ref.receipt().stream().text());
            if (bytes == null) {
                visitor.missing(ref, absent(ref));
            } else {
                visitor.stream(ref, new Source(ByteBuffer.wrap(bytes)));
            }
        }
    }

    private record Source(ByteBuffer bytes) implements SealedSource {
        @Override
        public long size() {
            return bytes.capacity();
        }

        @Override
        public int read(ByteBuffer target, long position) {
            int count = (int) Math.min(target.remaining(), bytes.capacity() - position);
            target.put(bytes.slice((int) position, count));
            return count;
        }
    }

    private static Corrupt absent(StreamRef ref) {
        return new Corrupt(RepositoryFailure.STREAM_MISSING, "stream " + ref.receipt().stream() + " is not there");
    }

    @Override
    public List<AbsentStream> absent(SetId set, List<StreamRef> wanted) {
        return wanted.stream()
                .filter(ref -> !streams.containsKey(ref.receipt().stream().text()))
                .map(ref -> new AbsentStream(ref, absent(ref)))
                .toList();
    }

    @Override
    public List<List<StreamRef>> batches(List<StreamRef> all) {
        return List.of(all);
    }

    @Override
    public void putObject(ObjectName name, byte[] content) {
        byte[] known = objects.putIfAbsent(name, content.clone());
        if (known != null && !Arrays.equals(known, content)) {
            throw new Permanent(RepositoryFailure.OBJECT_DIFFERS, name + " differs");
        }
    }

    @Override
    public Optional<byte[]> getObject(ObjectName name) {
        return Optional.ofNullable(objects.get(name)).map(byte[]::clone);
    }

    @Override
    public List<ObjectName> listObjects(SetId set) {
        return objects.keySet().stream().filter(name -> name.set().equals(set)).toList();
    }

    @Override
    public List<SetId> sets() {
        return Stream.concat(objects.keySet().stream().map(ObjectName::set), Stream.empty())
                .distinct()
                .toList();
    }

    @Override
    public void dropSet(SetId set) {
        objects.keySet().removeIf(name -> name.set().equals(set));
    }

    @Override
    public void close() {}
}
