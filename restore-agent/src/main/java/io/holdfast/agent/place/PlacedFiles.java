package io.holdfast.agent.place;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.FileTrouble;
import io.holdfast.agent.PlacedFile;
import io.holdfast.agent.RestoreFolder;
import io.holdfast.chunk.table.Crc32c;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.plan.FileKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Puts together what the streams said and gave: every file once, whole. A stream does not know whether it holds all of a
 * file, so that the paths are gone over twice: files that one stream holds pass through, only those that several streams
 * share are kept in memory until the end.
 */
final class PlacedFiles {
    private final RestoreFolder folder;
    private final SeenPaths seen = new SeenPaths();

    PlacedFiles(RestoreFolder folder) {
        this.folder = folder;
    }

    /** What several streams gave of one file. */
    private static final class Shared {
        private long size;
        private long modified;
        private boolean links;
        private final List<FileFact.Run> runs = new ArrayList<>();

        Shared add(FileFact fact) {
            size = Math.max(size, fact.size());
            modified = Math.max(modified, fact.modified());
            runs.addAll(fact.runs());
            links |= fact.kind() == FileKind.LINK;
            return this;
        }
    }

    /**
     * Goes over all files and links.
     *
     * @param files takes each file
     * @param links takes path and target of each link
     * @throws Corrupt files-contradict
     */
    void forEach(Consumer<PlacedFile> files, BiConsumer<String, String> links) {
        List<Path> notes = sorted();
        notes.forEach(facts -> read(facts, fact -> seen.add(fact.path())));
        seen.sort();
        Map<String, Shared> shared = new TreeMap<>();
        for (Path facts : notes) {
            read(facts, fact -> {
                String target = fact.target();
                if (seen.again(fact.path())) {
                    shared.computeIfAbsent(fact.path(), p -> new Shared()).add(fact);
                } else if (fact.kind() == FileKind.LINK && target != null) {
                    links.accept(fact.path(), target);
                } else {
                    files.accept(together(fact.path(), new Shared().add(fact)));
                }
            });
        }
        shared.forEach((path, parts) -> files.accept(together(path, parts)));
    }

    private static void read(Path facts, Consumer<FileFact> each) {
        try (BufferedReader lines = Files.newBufferedReader(facts, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                each.accept(Lines.read(FileFact.class, facts, line));
            }
        } catch (IOException e) {
            throw FileTrouble.of("read", facts, e);
        }
    }

    private List<Path> sorted() {
        try (Stream<Path> all = Files.list(folder.facts())) {
            return all.filter(path -> !path.toString().endsWith(".new"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw FileTrouble.of("list", folder.facts(), e);
        }
    }

    /** What lies between runs, or after the last, was cut from the file while it was read: zeros, which the log fills. */
    private static PlacedFile together(String path, Shared parts) {
        if (parts.links) {
            throw new Corrupt(
                    AgentFailure.FILES_CONTRADICT, "two streams hold " + path + ", and one says it is a link");
        }
        parts.runs.sort(Comparator.comparingLong(FileFact.Run::offset));
        long end = 0;
        long crc = 0;
        for (FileFact.Run run : parts.runs) {
            if (run.offset() < end) {
                throw new Corrupt(
                        AgentFailure.FILES_CONTRADICT,
                        "two streams hold bytes " + run.offset() + " to " + Math.min(end, run.end()) + " of file "
                                + path);
            }
            crc = Crc32c.combine(withZeros(crc, run.offset() - end), run.crc(), run.length());
            end = run.end();
        }
        long size = Math.max(end, parts.size);
        return new PlacedFile(path, size, parts.modified, withZeros(crc, size - end));
    }

    /** The CRC-32C after {@code count} more zero bytes. */
    private static long withZeros(long crc, long count) {
        long result = crc;
        long power = crcOfZero();
        long length = 1;
        for (long rest = count; rest > 0; rest >>= 1) {
            if ((rest & 1) != 0) {
                result = Crc32c.combine(result, power, length);
            }
            power = Crc32c.combine(power, power, length);
            length <<= 1;
        }
        return result;
    }

    private static long crcOfZero() {
        CRC32C crc = new CRC32C();
        crc.update(0);
        return crc.getValue();
    }
}
