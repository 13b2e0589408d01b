package io.holdfast.repository.kafka;

import io.holdfast.repository.StorageFailures;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Where streams wait until they are whole: sealed bytes in files without a name. A file loses its name as soon as it is open, so that
 * the system frees it with its process, whatever ends that; only a kill between the two leaves a name of no bytes, which the next
 * process removes.
 */
record SpoolFolder(Path folder) {
    private static final String SUFFIX = ".holdfast-spool";

    /** Makes the folder unless it is there, readable by its owner only, and removes what was left in it. */
    static SpoolFolder open(Path folder) {
        try {
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(
                        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            try (Stream<Path> left = Files.list(folder)) {
                for (Path file :
                        (Iterable<Path>) left.filter(path -> path.toString().endsWith(SUFFIX))::iterator) {
                    // Another process may be about to remove it, which is as well.
                    Files.deleteIfExists(file);
                }
            }
            return new SpoolFolder(folder);
        } catch (IOException e) {
            throw StorageFailures.of("preparing the spool folder " + folder, e);
        }
    }

    /** A new file for one stream. */
    SpoolFile create() {
        Path file = folder.resolve(UUID.randomUUID() + SUFFIX);
        try {
            FileChannel channel = FileChannel.open(
                    file,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.deleteIfExists(file);
            return new SpoolFile(folder, channel);
        } catch (IOException e) {
            throw StorageFailures.of("spooling to " + folder, e);
        }
    }
}
