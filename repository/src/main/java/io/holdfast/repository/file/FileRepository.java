package io.holdfast.repository.file;

import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.AbsentStream;
import io.holdfast.repository.Batches;
import io.holdfast.repository.ObjectName;
import io.holdfast.repository.ReadBack;
import io.holdfast.repository.Repository;
import io.holdfast.repository.RepositoryFailure;
import io.holdfast.repository.SealedStreamWriter;
import io.holdfast.repository.StorageFailures;
import io.holdfast.repository.StreamName;
import io.holdfast.repository.StreamVisitor;
import io.holdfast.repository.VisitorCrew;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/**
 * A repository in a folder, which may be a mounted one: a stream is a file, an object is a file; both come into being in one step,
 * after their bytes are on the disk. {@link FileLayout} says where.
 */
public final class FileRepository implements Repository {
    private final RepositoryName name;
    private final FileLayout layout;
    private final FileObjects objects;
    private final int readers;
    private final BlockBuffers buffers = new BlockBuffers();

    private FileRepository(RepositoryName name, FileLayout layout, int readers) {
        this.name = name;
        this.layout = layout;
        this.objects = new FileObjects(layout);
        this.readers = readers;
    }

    /**
     * Makes a repository of an empty folder, or of a new one in a folder that exists; one that is there already stays as it is. A folder
     * with other things in it is {@link io.holdfast.protocol.failure.Permanent}.
     */
    public static void make(Path folder) {
        FolderMark.make(new FileLayout(folder.toAbsolutePath().normalize()));
    }

    /**
     * Opens a repository that was made before. A folder that is none, is not there, or has a layout that is not known here, is
     * {@link io.holdfast.protocol.failure.Permanent}: a file system that is not mounted must not become a new repository.
     *
     * @param readers how many streams {@link #fetch} hands out at once
     */
    public static FileRepository open(RepositoryName name, Path folder, int readers) {
        FileLayout layout = new FileLayout(folder.toAbsolutePath().normalize());
        FolderMark.require(layout);
        return new FileRepository(name, layout, readers);
    }

    @Override
    public RepositoryName name() {
        return name;
    }

    @Override
    public SealedStreamWriter create(StreamName stream) {
        return FileStreamWriter.open(layout, stream, buffers);
    }

    @Override
    public void fetch(SetId set, List<StreamRef> wanted, StreamVisitor visitor) {
        try (VisitorCrew crew = new VisitorCrew(readers)) {
            wanted.forEach(ref -> crew.give(() -> visit(StreamName.of(set, ref), ref, visitor)));
            crew.finish();
        }
    }

    private void visit(StreamName stream, StreamRef ref, StreamVisitor visitor) {
        Path file = layout.stream(stream);
        try (FileSource source = FileSource.open(file)) {
            if (source.size() == ref.receipt().sealedBytes().number()) {
                visitor.stream(ref, source);
            } else {
                visitor.missing(ref, ReadBack.wrongLength(stream, ref.receipt(), source.size()));
            }
        } catch (NoSuchFileException absent) {
            FolderMark.require(layout);
            visitor.missing(ref, missing(stream, file));
        } catch (IOException e) {
            throw StorageFailures.of("reading " + file, e);
        }
    }

    private static Corrupt missing(StreamName stream, Path file) {
        return new Corrupt(RepositoryFailure.STREAM_MISSING, stream + " is not there: " + file);
    }

    @Override
    public List<AbsentStream> absent(SetId set, List<StreamRef> wanted) {
        ConcurrentLinkedQueue<AbsentStream> absent = new ConcurrentLinkedQueue<>();
        try (VisitorCrew crew = new VisitorCrew(readers)) {
            wanted.forEach(ref -> crew.give(() ->
                    lookAt(StreamName.of(set, ref), ref).ifPresent(fault -> absent.add(new AbsentStream(ref, fault)))));
            crew.finish();
        }
        return absent.stream()
                .sorted(Comparator.comparing(stream -> stream.stream().stripe()))
                .toList();
    }

    private Optional<Corrupt> lookAt(StreamName stream, StreamRef ref) {
        Path file = layout.stream(stream);
        try (FileSource source = FileSource.open(file)) {
            return ReadBack.check(stream, ref.receipt(), source, FileHint.lastFrame(ref.hint()));
        } catch (NoSuchFileException absent) {
            // A whole repository that is gone, such as one that is no longer mounted, is another matter than a stream.
            FolderMark.require(layout);
            return Optional.of(missing(stream, file));
        } catch (IOException e) {
            throw StorageFailures.of("reading " + file, e);
        }
    }

    @Override
    public List<List<StreamRef>> batches(List<StreamRef> streams) {
        return Batches.ofNeighbours(streams);
    }

    @Override
    public void putObject(ObjectName object, byte[] content) {
        objects.put(object, content);
    }

    @Override
    public Optional<byte[]> getObject(ObjectName object) {
        return objects.get(object);
    }

    @Override
    public List<ObjectName> listObjects(SetId set) {
        return objects.list(set);
    }

    @Override
    public List<SetId> sets() {
        return entries(layout.sets()).stream()
                .flatMap(shard -> entries(shard).stream())
                .flatMap(folder -> FileLayout.setOf(folder).stream())
                .sorted(Comparator.comparing(SetId::text))
                .toList();
    }

    private static List<Path> entries(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.toList();
        } catch (NoSuchFileException | NotDirectoryException nothing) {
            return List.of();
        } catch (IOException e) {
            throw StorageFailures.of("listing " + folder, e);
        }
    }

    /** The manifest goes first, so that what is left of a half-done removal is no set. */
    @Override
    public void dropSet(SetId set) {
        Path folder = layout.set(set);
        try {
            Files.deleteIfExists(layout.object(ObjectName.manifest(set)));
            delete(folder);
            if (Files.isDirectory(FileLayout.parent(folder))) {
                DurableFiles.force(FileLayout.parent(folder));
            }
        } catch (IOException e) {
            throw StorageFailures.of("removing " + folder, e);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) all.sorted(Comparator.reverseOrder())::iterator) {
                Files.deleteIfExists(path);
            }
        } catch (NoSuchFileException gone) {
            // Nothing to remove.
        }
    }

    @Override
    public void close() {}
}
