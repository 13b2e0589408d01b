package io.holdfast.agent.app;

import io.holdfast.protocol.failure.Corrupt;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A repository in memory, whose contents a test may damage. */
final class MapRepository implements Repository {
    final Map<String, byte[]> streams = new ConcurrentHashMap<>();
    final Map<ObjectName, byte[]> objects = new ConcurrentHashMap<>();
    private final int readers;

    MapRepository(int readers) {
        this.readers = readers;
    }

    /** A copy whose contents may be damaged without harm to others. */
    MapRepository copy() {
        MapRepository copy = new MapRepository(readers);
        streams.forEach((name, bytes) -> copy.streams.put(name, bytes.clone()));
        copy.objects.putAll(objects);
        return copy;
    }

    @Override
    public RepositoryName name() {
        return RepositoryName.parse("main");
    }

    @Override
    public SealedStreamWriter create(StreamName name) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        return new SealedStreamWriter() {
            @Override
            public void header(ByteBuffer header) {
                add(header);
            }

            @Override
            public void frame(long index, ByteBuffer frame) {
                add(frame);
            }

            private void add(ByteBuffer piece) {
                byte[] copy = new byte[piece.remaining()];
                piece.get(copy);
                bytes.writeBytes(copy);
            }

            @Override
            public String commit() {
                streams.put(name.stream().text(), bytes.toByteArray());
                return "memory";
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void fetch(SetId set, List<StreamRef> wanted, StreamVisitor visitor) {
        try (ExecutorService pool = Executors.newFixedThreadPool(readers)) {
            List<Future<?>> all = new ArrayList<>();
            wanted.forEach(ref -> all.add(pool.submit(() -> visit(ref, visitor))));
            for (Future<?> one : all) {
                one.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void visit(StreamRef ref, StreamVisitor visitor) {
        byte[] bytes = streams.get(ref.receipt().stream().text());
        if (bytes == null) {
            visitor.missing(ref, absent(ref));
            return;
        }
        visitor.stream(ref, new SealedSource() {
            @Override
            public long size() {
                return bytes.length;
            }

            @Override
            public int read(ByteBuffer target, long position) {
                int count = (int) Math.min(target.remaining(), Math.max(0, bytes.length - position));
                if (count > 0) {
                    target.put(bytes, (int) position, count);
                }
                return count;
            }
        });
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
    public List<List<StreamRef>> batches(List<StreamRef> refs) {
        return List.of(refs);
    }

    @Override
    public void putObject(ObjectName name, byte[] content) {
        objects.putIfAbsent(name, content.clone());
    }

    @Override
    public Optional<byte[]> getObject(ObjectName name) {
        return Optional.ofNullable(objects.get(name));
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
        return objects.keySet().stream().map(ObjectName::set).distinct().toList();
    }

    @Override
    public void dropSet(SetId set) {
        objects.keySet().removeIf(name -> name.set().equals(set));
    }

    @Override
    public void close() {}
}
