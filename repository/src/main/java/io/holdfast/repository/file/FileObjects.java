package io.holdfast.repository.file;

import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.SetId;
import io.holdfast.repository.ObjectName;
import io.holdfast.repository.RepositoryFailure;
import io.holdfast.repository.StorageFailures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Small objects as files. */
record FileObjects(FileLayout layout) {
    void put(ObjectName name, byte[] content) {
        if (content.length > ObjectName.LARGEST) {
            throw new Permanent(RepositoryFailure.OBJECT_TOO_LARGE, name + " has " + content.length + " bytes");
        }
        Path target = layout.object(name);
        // Two writers may try the same name at once, so each has a part of its own.
        Path part = FileLayout.part(target.resolveSibling(target.getFileName() + "." + UUID.randomUUID()));
        try {
            DurableFiles.makeFolders(layout.root(), FileLayout.parent(target));
            try (FileChannel channel = DurableFiles.create(part)) {
                DurableFiles.write(channel, ByteBuffer.wrap(content));
                channel.force(true);
            }
            DurableFiles.publish(part, target);
        } catch (FileAlreadyExistsException there) {
            requireEqual(name, content);
        } catch (IOException e) {
            throw StorageFailures.of("writing " + target, e);
        } finally {
            DurableFiles.deletePart(part);
        }
    }

    private void requireEqual(ObjectName name, byte[] content) {
        byte[] there = get(name)
                .orElseThrow(() ->
                        new Permanent(RepositoryFailure.OBJECT_DIFFERS, name + " was removed while it was written"));
        if (!Arrays.equals(there, content)) {
            throw new Permanent(RepositoryFailure.OBJECT_DIFFERS, name + " is there already with other content");
        }
        try {
            // Whoever wrote it may have been killed before it was sure to stay.
            DurableFiles.force(FileLayout.parent(layout.object(name)));
        } catch (IOException e) {
            throw StorageFailures.of("making " + layout.object(name) + " durable", e);
        }
    }

    Optional<byte[]> get(ObjectName name) {
        Path file = layout.object(name);
        try {
            if (Files.size(file) > ObjectName.LARGEST) {
                throw new Corrupt(RepositoryFailure.OBJECT_TOO_LARGE, name + " is too large to be one: " + file);
            }
            return Optional.of(Files.readAllBytes(file));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (IOException e) {
            throw StorageFailures.of("reading " + file, e);
        }
    }

    List<ObjectName> list(SetId set) {
        try (Stream<Path> files = Files.list(layout.objects(set))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> !file.endsWith(".part"))
                    .map(file -> new ObjectName(set, file))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException absent) {
            return List.of();
        } catch (IOException e) {
            throw StorageFailures.of("listing " + layout.objects(set), e);
        }
    }
}
