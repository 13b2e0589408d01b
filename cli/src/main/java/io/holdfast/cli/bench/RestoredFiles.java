package io.holdfast.cli.bench;

import io.holdfast.cli.CliFailure;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Holds a restored data directory against the database that nobody has written to meanwhile: every relation's file and its length. */
final class RestoredFiles {
    /** Made anew by every server. */
    private static final String CACHE = "pg_internal.init";

    private RestoredFiles() {}

    /** Throws when they differ. */
    static void requireSame(Path source, Path restored) {
        Map<String, Long> wanted = relations(source);
        Map<String, Long> found = relations(restored);
        if (wanted.isEmpty() || !wanted.equals(found)) {
            Set<Map.Entry<String, Long>> differing = new LinkedHashSet<>(wanted.entrySet());
            differing.addAll(found.entrySet());
            differing.removeIf(file -> file.getValue().equals(wanted.get(file.getKey()))
                    && file.getValue().equals(found.get(file.getKey())));
            throw new Permanent(
                    CliFailure.BENCH_FAILED,
                    "what was restored in " + restored + " is not what is in " + source + ": " + found.size()
                            + " files of relations for " + wanted.size() + "; these differ: "
                            + differing.stream().limit(5).toList());
        }
    }

    /** What an unlogged table holds is no part of a backup: it is empty after a restore. */
    private static boolean unlogged(Path file) {
        String relation = String.valueOf(file.getFileName()).split("[_.]", 2)[0];
        return Files.exists(file.resolveSibling(relation + "_init"));
    }

    private static Map<String, Long> relations(Path data) {
        Path base = data.resolve("base");
        try (Stream<Path> all = Files.walk(base)) {
            Map<String, Long> files = new TreeMap<>();
            all.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith(CACHE) && !unlogged(file))
                    .forEach(file -> files.put(
                            base.relativize(file).toString(), file.toFile().length()));
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
