package io.holdfast.agent.place;

import io.holdfast.agent.FileTrouble;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Writes that survive the loss of power. */
public final class Durable {
    private Durable() {}

    /** Forces a file's content to disk. */
    public static void file(Path file) {
        try (FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            channel.force(true);
        } catch (IOException e) {
            throw FileTrouble.of("force to disk", file, e);
        }
    }

    /** Forces a directory's entries to disk. */
    public static void directory(Path directory) {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            throw FileTrouble.of("force to disk", directory, e);
        }
    }

    /** Writes a small file whole or not at all: beside it, forced, renamed. */
    public static void write(Path file, String text, FileMode mode) {
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.deleteIfExists(beside);
            try (FileChannel channel = FileChannel.open(
                    beside,
                    Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
                    PosixFilePermissions.asFileAttribute(mode.permissions()))) {
                ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.setPosixFilePermissions(beside, mode.permissions());
            move(beside, file);
        } catch (IOException e) {
            throw FileTrouble.of("write", file, e);
        }
    }

    /** Renames within a file system, over what is there, and forces both directories. */
    public static void move(Path from, Path to) {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw FileTrouble.of("rename " + from + " to", to, e);
        }
        directory(parent(to));
        if (!parent(from).equals(parent(to))) {
            directory(parent(from));
        }
    }

    private static Path parent(Path path) {
        Path parent = path.getParent();
        return parent == null ? path : parent;
    }
}
