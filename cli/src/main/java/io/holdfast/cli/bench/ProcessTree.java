package io.holdfast.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** CPU time and memory of processes and all their descendants, from /proc (Linux). */
final class ProcessTree {
    private static final double TICKS_PER_SECOND = 100;
    private static final int UTIME = 11;
    private static final long PAGE = 4096;

    private ProcessTree() {}

    /** User and system time so far, of descendants that have ended included, in seconds. */
    static double cpuSeconds(Collection<ProcessHandle> roots) {
        return all(roots).mapToLong(ProcessTree::ticks).sum() / TICKS_PER_SECOND;
    }

    /** Resident memory now, in bytes; pages that several processes share count for each. */
    static long residentBytes(Collection<ProcessHandle> roots) {
        return all(roots).mapToLong(ProcessTree::resident).sum();
    }

    private static Stream<ProcessHandle> all(Collection<ProcessHandle> roots) {
        return roots.stream().flatMap(root -> Stream.concat(Stream.of(root), root.descendants()));
    }

    /** Fields 14 to 17 of stat: utime, stime, cutime, cstime; counted after the name, which may hold spaces. */
    private static long ticks(ProcessHandle process) {
        List<String> fields = fields(process, "stat");
        return fields.size() < UTIME + 4
                ? 0
                : fields.subList(UTIME, UTIME + 4).stream()
                        .mapToLong(Long::parseLong)
                        .sum();
    }

    private static long resident(ProcessHandle process) {
        List<String> fields = fields(process, "statm");
        return fields.size() < 2 ? 0 : Long.parseLong(fields.get(1)) * PAGE;
    }

    private static List<String> fields(ProcessHandle process, String file) {
        try {
            String text = Files.readString(Path.of("/proc", Long.toString(process.pid()), file));
            return List.of(text.substring(text.lastIndexOf(')') + 1).strip().split(" "));
        } catch (IOException endedMeanwhile) {
            return List.of();
        }
    }
}
