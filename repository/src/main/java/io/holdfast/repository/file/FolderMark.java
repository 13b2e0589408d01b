package io.holdfast.repository.file;

import io.holdfast.protocol.failure.Permanent;
import io.holdfast.repository.RepositoryFailure;
import io.holdfast.repository.StorageFailures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;

/**
 * The mark by which a folder is known as a repository. It is written only when somebody asks for a new repository: a process that finds none
 * has a wrong path before it, or a file system that is not mounted, and must not fill what lies under it.
 */
final class FolderMark {
    private static final String WORDS = "holdfast repository, layout ";
    private static final String VERSION = "1";
    private static final int LONGEST = 200;
    private static final List<String> NOT_COUNTED = List.of("lost+found");

    private FolderMark() {}

    /** Returns when the folder is a repository. */
    static void require(FileLayout layout) {
        Path root = layout.root();
        try {
            if (!isThere(layout.mark())) {
                throw new Permanent(
                        Files.isDirectory(root) ? RepositoryFailure.NOT_A_REPOSITORY : RepositoryFailure.FOLDER_MISSING,
                        "the folder " + root + (Files.isDirectory(root) ? " is no repository" : " is not there"));
            }
            check(layout);
        } catch (IOException e) {
            throw StorageFailures.of("opening the repository " + root, e);
        }
    }

    /** Only "there is none" means that: a store that fails for a moment is another matter. */
    private static boolean isThere(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).isRegularFile();
        } catch (NoSuchFileException | NotDirectoryException e) {
            return false;
        }
    }

    /** Makes a repository of an empty folder, or of a new one in a folder that exists; one that is there already stays as it is. */
    static void make(FileLayout layout) {
        Path root = layout.root();
        try {
            if (!Files.exists(root)) {
                makeFolder(root);
            }
            if (!isThere(layout.mark())) {
                requireEmpty(root);
                write(layout);
            }
            check(layout);
        } catch (IOException e) {
            throw StorageFailures.of("making the repository " + root, e);
        }
    }

    private static void makeFolder(Path root) throws IOException {
        Path parent = root.toAbsolutePath().getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new Permanent(
                    RepositoryFailure.FOLDER_MISSING,
                    "the repository's folder " + root + " is not there, and neither is " + parent);
        }
        DurableFiles.makeFolders(parent, root.toAbsolutePath());
    }

    private static void requireEmpty(Path root) throws IOException {
        try (Stream<Path> entries = Files.list(root)) {
            List<String> others = entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> !NOT_COUNTED.contains(name) && !name.startsWith(".holdfast-repository"))
                    .limit(3)
                    .toList();
            if (!others.isEmpty()) {
                throw new Permanent(
                        RepositoryFailure.NOT_A_REPOSITORY,
                        "the folder " + root + " is no repository, and not empty: it has " + String.join(", ", others));
            }
        }
    }

    private static void write(FileLayout layout) throws IOException {
        Path part = Files.createTempFile(layout.root(), ".holdfast-repository-", ".part");
        try (FileChannel channel = FileChannel.open(part, java.nio.file.StandardOpenOption.WRITE)) {
            DurableFiles.write(channel, ByteBuffer.wrap((WORDS + VERSION + "\n").getBytes(StandardCharsets.UTF_8)));
            channel.force(true);
        }
        try {
            DurableFiles.publish(part, layout.mark());
        } catch (FileAlreadyExistsException faster) {
            // Another process has marked it; what it wrote is checked next.
            Files.deleteIfExists(part);
        }
    }

    private static void check(FileLayout layout) throws IOException {
        String said = Files.size(layout.mark()) > LONGEST
                ? ""
                : Files.readString(layout.mark()).strip();
        if (!said.startsWith(WORDS)) {
            throw new Permanent(
                    RepositoryFailure.NOT_A_REPOSITORY, "the file " + layout.mark() + " is no mark of a repository");
        }
        if (!said.equals(WORDS + VERSION)) {
            throw new Permanent(
                    RepositoryFailure.UNKNOWN_VERSION,
                    "the repository " + layout.root() + " has layout " + said.substring(WORDS.length())
                            + ", known here is " + VERSION);
        }
    }
}
