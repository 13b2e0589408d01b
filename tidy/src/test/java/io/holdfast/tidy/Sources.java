package io.holdfast.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where the project's files are. */
final class Sources {
    private Sources() {}

    /** The folder with the root pom. */
    static Path root() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.exists(here.resolve("holdfast")) || !Files.exists(here.resolve("tidy"))) {
            Path parent = here.getParent();
            if (parent == null) {
                throw new IllegalStateException(
                        "the project's root is not above " + Path.of("").toAbsolutePath());
            }
            here = parent;
        }
        return here;
    }

    /** All Java files of {@code part}, such as {@code src/main/java}, in every module. */
    static List<Path> java(String part) {
        return modules().stream().flatMap(module -> files(module.resolve(part))).toList();
    }

    /** The folders with a pom. */
    static List<Path> modules() {
        try (Stream<Path> folders = Files.list(root())) {
            return folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Stream.empty();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(".java")).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
