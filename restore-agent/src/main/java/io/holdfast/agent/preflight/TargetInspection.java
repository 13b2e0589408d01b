package io.holdfast.agent.preflight;

import io.holdfast.agent.FileTrouble;
import io.holdfast.agent.JournalState;
import io.holdfast.agent.RestoreFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/** Looks at the target without touching it. */
final class TargetInspection {
    /** A first line names each tablespace's place and is far shorter. */
    private static final int LONGEST_LINE = 16 << 20;

    private TargetInspection() {}

    /** What lies at {@code directory}; {@code journal} is what its journal says, where it could be read. */
    static TargetState of(Path directory, Optional<JournalState> journal) {
        if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            return new TargetState.Absent();
        }
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return new TargetState.NoDirectory();
        }
        RestoreFolder folder = RestoreFolder.of(directory);
        Optional<String> example = firstChild(directory);
        boolean nothingBegun = example.isEmpty() && !begun(folder);
        if (!nothingBegun
                && Files.isDirectory(folder.path(), LinkOption.NOFOLLOW_LINKS)
                && firstChild(folder.path()).isPresent()) {
            return new TargetState.Unfinished(journal);
        }
        if (example.isEmpty()) {
            return new TargetState.Empty();
        }
        Path version = directory.resolve("PG_VERSION");
        if (Files.isRegularFile(version, LinkOption.NOFOLLOW_LINKS)
                && Files.isDirectory(directory.resolve("global"), LinkOption.NOFOLLOW_LINKS)) {
            return new TargetState.Cluster(firstLine(version));
        }
        return new TargetState.Occupied(example.get());
    }

    /** Whether a directory holds nothing but a restore's folder. */
    static boolean holdsNothingElse(Path directory) {
        return firstChild(directory).isEmpty();
    }

    /** Whether the first line of a journal was written to its end; a restore that was killed before touched nothing else. */
    private static boolean begun(RestoreFolder folder) {
        if (!Files.isRegularFile(folder.journal(), LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(folder.journal())) {
            return new String(in.readNBytes(LONGEST_LINE), StandardCharsets.ISO_8859_1).contains("\n");
        } catch (IOException e) {
            throw FileTrouble.of("read", folder.journal(), e);
        }
    }

    private static Optional<String> firstChild(Path directory) {
        try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
            for (Path child : children) {
                if (!child.endsWith(RestoreFolder.NAME)) {
                    return Optional.of(String.valueOf(child.getFileName()));
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw FileTrouble.of("look into", directory, e);
        }
    }

    private static String firstLine(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw FileTrouble.of("read", file, e);
        }
    }

    /** The bytes of all files below a directory, links not followed. */
    static long bytesBelow(Path directory) {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return 0;
        }
        long[] sum = new long[1];
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    sum[0] += attributes.isRegularFile() ? attributes.size() : 0;
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw FileTrouble.of("go through", directory, e);
        }
        return sum[0];
    }
}
