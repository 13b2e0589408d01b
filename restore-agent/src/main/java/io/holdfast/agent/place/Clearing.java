package io.holdfast.agent.place;

import io.holdfast.agent.FileTrouble;
import io.holdfast.agent.RestoreFolder;
import io.holdfast.agent.StandingCluster;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Removes what lay in the target before; links are removed, never followed. */
final class Clearing {
    private Clearing() {}

    /** Removes the control file: what is left of a data directory can then not start. */
    static void controlFile(Path directory) {
        Path control = directory.resolve(HeldFiles.CONTROL);
        try {
            if (Files.deleteIfExists(control)) {
                Durable.directory(directory.resolve("global"));
            }
        } catch (IOException e) {
            throw FileTrouble.of("remove", control, e);
        }
    }

    /** Removes from the place of a tablespace what clusters of a version have there; others may share it. */
    static void inPlace(Path place, String version) {
        StandingCluster.inPlace(place, version).forEach(Clearing::remove);
        Durable.directory(place);
    }

    /** Empties a directory but for a restore's folder. */
    static void contents(Path directory) {
        try (Stream<Path> children = Files.list(directory)) {
            for (Path child : (Iterable<Path>) children::iterator) {
                if (!child.endsWith(RestoreFolder.NAME)) {
                    remove(child);
                }
            }
        } catch (IOException e) {
            throw FileTrouble.of("empty", directory, e);
        }
        Durable.directory(directory);
    }

    /** Removes a file, link or whole directory; what is not there is no error. */
    static void remove(Path path) {
        if (!Files.exists(path, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try {
            Files.walkFileTree(path, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) throws IOException {
                    if (e != null) {
                        throw e;
                    }
                    Files.delete(directory);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw FileTrouble.of("remove", path, e);
        }
    }
}
