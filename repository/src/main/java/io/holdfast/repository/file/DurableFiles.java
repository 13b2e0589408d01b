package io.holdfast.repository.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files that are there as a whole or not at all, also after a power cut, and for their owner only. */
final class DurableFiles {
    private static final FileAttribute<?> OWNERS_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<?> OWNERS_FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private DurableFiles() {}

    /** Makes a folder and its parents down from {@code root}, which exists. */
    static void makeFolders(Path root, Path folder) throws IOException {
        if (folder.equals(root) || Files.isDirectory(folder)) {
            return;
        }
        makeFolders(root, FileLayout.parent(folder));
        try {
            Files.createDirectory(folder, OWNERS_FOLDER);
            force(FileLayout.parent(folder));
        } catch (FileAlreadyExistsException faster) {
            // Another writer's folder is as good.
        }
    }

    /** Opens a new file to write; one that is there is a {@link FileAlreadyExistsException}. */
    static FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.READ),
                OWNERS_FILE);
    }

    static void write(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /**
     * Gives the written and forced {@code part} its name; a name that is taken is a {@link FileAlreadyExistsException}. A hard link
     * does that in one step; file systems without links get a look and a rename. A name that is this very file's is no failure: NFS
     * says "exists" when it is asked twice for a link because its first answer was lost.
     */
    static void publish(Path part, Path target) throws IOException {
        try {
            Files.createLink(target, part);
            deletePart(part);
        } catch (FileAlreadyExistsException taken) {
            if (!Files.isSameFile(target, part)) {
                throw taken;
            }
            deletePart(part);
        } catch (UnsupportedOperationException | FileSystemException noLinks) {
            Files.move(part, target);
        }
        force(FileLayout.parent(target));
    }

    /** What ends with .part counts for nothing; expiry removes it with the set. */
    static void deletePart(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException left) {
            // See above.
        }
    }

    /** Makes the entries of a folder durable. */
    static void force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
