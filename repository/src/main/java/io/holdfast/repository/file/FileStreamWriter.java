package io.holdfast.repository.file;

import io.holdfast.protocol.failure.Transient;
import io.holdfast.repository.RepositoryFailure;
import io.holdfast.repository.SealedStreamWriter;
import io.holdfast.repository.StorageFailures;
import io.holdfast.repository.StreamName;
import io.holdfast.repository.WriteOrder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a stream beside its place and gives it its name when all of it is on the disk. */
final class FileStreamWriter implements SealedStreamWriter {
    private final StreamName name;
    private final Path target;
    private final Path part;
    private final BlockAppender file;
    private final WriteOrder order;
    private long lastFrame;

    private FileStreamWriter(StreamName name, Path target, BlockAppender file) {
        this.name = name;
        this.target = target;
        this.part = FileLayout.part(target);
        this.file = file;
        this.order = new WriteOrder(name);
    }

    static FileStreamWriter open(FileLayout layout, StreamName name, BlockBuffers buffers) {
        Path target = layout.stream(name);
        try {
            DurableFiles.makeFolders(layout.root(), FileLayout.parent(target));
            if (Files.exists(target)) {
                throw taken(name, target);
            }
            return new FileStreamWriter(name, target, BlockAppender.create(FileLayout.part(target), buffers));
        } catch (FileAlreadyExistsException e) {
            throw taken(name, target);
        } catch (IOException e) {
            throw StorageFailures.of("creating " + target, e);
        }
    }

    /** Worth another try: it is another stream then, with a name of its own. */
    private static Transient taken(StreamName name, Path target) {
        return new Transient(RepositoryFailure.ALREADY_THERE, name + " is there already: " + target);
    }

    @Override
    public void header(ByteBuffer header) {
        order.header(header);
        write(header);
    }

    @Override
    public void frame(long index, ByteBuffer frame) {
        order.frame(index, frame);
        lastFrame = file.length();
        write(frame);
    }

    private void write(ByteBuffer bytes) {
        try {
            file.append(bytes);
        } catch (IOException e) {
            throw StorageFailures.of("writing " + part, e);
        }
    }

    @Override
    public String commit() {
        try {
            file.finish();
            order.commit();
            DurableFiles.publish(part, target);
            return new FileHint(lastFrame).text();
        } catch (FileAlreadyExistsException e) {
            throw taken(name, target);
        } catch (IOException e) {
            throw StorageFailures.of("making " + target + " durable", e);
        }
    }

    @Override
    public void close() {
        try {
            file.close();
            Files.deleteIfExists(part);
        } catch (IOException e) {
            if (!order.committed()) {
                throw StorageFailures.of("giving up " + part, e);
            }
        }
    }
}
