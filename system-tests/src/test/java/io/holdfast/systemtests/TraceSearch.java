package io.holdfast.systemtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Looks for bytes in every file below a folder, but for the one place where keys belong. */
record TraceSearch(Path root) {
    /** The files that hold these bytes. */
    List<Path> filesWith(byte[] wanted) throws IOException {
        List<Path> found = new ArrayList<>();
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            if (holds(content(file), wanted)) {
                found.add(file);
            }
        }
        return found;
    }

    /** Processes run meanwhile; a file that one of them has renamed or removed since it was listed is empty here. */
    private static byte[] content(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return new byte[0];
        }
    }

    private static boolean holds(byte[] text, byte[] wanted) {
        for (int i = 0; i <= text.length - wanted.length; i++) {
            int same = 0;
            while (same < wanted.length && text[i + same] == wanted[same]) {
                same++;
            }
            if (same == wanted.length) {
                return true;
            }
        }
        return false;
    }
}
