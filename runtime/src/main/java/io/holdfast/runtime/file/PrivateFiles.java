package io.holdfast.runtime.file;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.RuntimeFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files of mode 600, and what becomes of files that are not. */
public final class PrivateFiles {
    /** The group may read, as system users share secrets by groups; nobody else may. */
    private static final Set<PosixFilePermission> EXPOSING =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);

    private static final FileAttribute<Set<PosixFilePermission>> MODE_600 =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> MODE_700 =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private PrivateFiles() {}

    /** Returns when nobody but owner and group may read {@code file}; otherwise {@link Denied}. */
    public static void refuseExposed(Path file) throws IOException {
        if (!posix(file)) {
            return;
        }
        for (PosixFilePermission permission : Files.getPosixFilePermissions(file)) {
            if (EXPOSING.contains(permission)) {
                throw new Denied(
                        RuntimeFailure.SECRET_EXPOSED,
                        "the secret file " + file + " may be read or changed by other users of this machine",
                        "Run: chmod 600 " + file);
            }
        }
    }

    /** Makes the folder and its parents, of mode 700, unless it is there. */
    public static void createFolder(Path folder) {
        try {
            if (posix(folder)) {
                Files.createDirectories(folder, MODE_700);
            } else {
                Files.createDirectories(folder);
            }
        } catch (IOException e) {
            throw notWritten(folder, e);
        }
    }

    /** Writes a file of mode 600, or replaces it: temporary file, fsync, rename, fsync of the folder. */
    public static void replace(Path file, byte[] content) {
        Path target = file.toAbsolutePath();
        Path folder = java.util.Objects.requireNonNull(target.getParent(), "a file has a folder");
        Path temporary = folder.resolve(target.getFileName() + ".new");
        try {
            Files.deleteIfExists(temporary);
            try (FileChannel channel = create(temporary)) {
                ByteBuffer rest = ByteBuffer.wrap(content);
                while (rest.hasRemaining()) {
                    channel.write(rest);
                }
                channel.force(true);
            }
            Files.move(temporary, target, ATOMIC_MOVE, REPLACE_EXISTING);
            syncFolder(folder);
        } catch (IOException e) {
            throw notWritten(file, e);
        }
    }

    /** Opens a new file of mode 600 for writing; one that exists is an {@link IOException}. */
    public static FileChannel create(Path file) throws IOException {
        return posix(file)
                ? FileChannel.open(file, Set.of(CREATE_NEW, WRITE), MODE_600)
                : FileChannel.open(file, Set.of(CREATE_NEW, WRITE));
    }

    /** Makes the names in {@code folder} durable. */
    public static void syncFolder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, READ)) {
            channel.force(true);
        }
    }

    private static boolean posix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static Permanent notWritten(Path file, IOException e) {
        return new Permanent(RuntimeFailure.FILE_NOT_WRITTEN, file + " cannot be written: " + e, e);
    }
}
