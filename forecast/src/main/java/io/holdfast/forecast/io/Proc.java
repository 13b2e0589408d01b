package io.holdfast.forecast.io;

import io.holdfast.forecast.ForecastFailure;
import io.holdfast.forecast.host.HostFacts;
import io.holdfast.forecast.point.HostUse;
import io.holdfast.forecast.point.ProcessUse;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/** Reads Linux' proc file system. */
public final class Proc {
    /** The kernel tells times in hundredths of a second, whatever it counts in itself. */
    private static final long MILLIS_OF_A_TICK = 10;

    private final Path root;

    /** Usually {@code /proc}. */
    public Proc(Path root) {
        this.root = root;
    }

    /** Which machine this is. */
    public HostFacts host() {
        return new HostFacts(
                text("sys/kernel/hostname").strip(),
                text("sys/kernel/random/boot_id").strip(),
                Runtime.getRuntime().availableProcessors(),
                lines("cpuinfo").stream()
                        .filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .findFirst()
                        .orElse(""));
    }

    /** What all processors have done since the machine started. */
    HostUse hostUse() {
        String[] ticks = lines("stat").getFirst().strip().split(" +", -1);
        long[] millis = new long[9];
        for (int i = 1; i < millis.length && i < ticks.length; i++) {
            millis[i] = Long.parseLong(ticks[i]) * MILLIS_OF_A_TICK;
        }
        long busy = millis[1] + millis[2] + millis[3] + millis[6] + millis[7];
        return new HostUse(busy, millis[4], millis[5], millis[8]);
    }

    /** What a process and all below it have used, and those of its children that have ended. */
    ProcessUse processes(long pid) {
        List<Long> all = new ArrayList<>();
        all.add(pid);
        ProcessHandle.of(pid).ifPresent(process -> process.descendants().forEach(child -> all.add(child.pid())));
        long cpu = 0;
        long read = 0;
        long written = 0;
        boolean seen = true;
        for (long one : all) {
            try {
                cpu += cpuMillis(one);
                List<String> io = lines(one + "/io");
                read += field(io, "read_bytes");
                written += field(io, "write_bytes") - field(io, "cancelled_write_bytes");
            } catch (Permanent gone) {
                if (one == pid && !Files.isReadable(root.resolve(pid + "/stat"))) {
                    throw gone;
                }
                seen &= one != pid; // a child may have ended; the first process is there, and hides its I/O from us
            }
        }
        return new ProcessUse(cpu, seen ? read : -1, seen ? Math.max(0, written) : -1);
    }

    private long cpuMillis(long pid) {
        String[] stat = stat(pid);
        // The fields utime, stime, cutime and cstime; the third field of the file is the first here.
        return LongStream.rangeClosed(11, 14)
                        .map(i -> Long.parseLong(stat[(int) i]))
                        .sum()
                * MILLIS_OF_A_TICK;
    }

    private static long field(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name + ":"))
                .mapToLong(
                        line -> Long.parseLong(line.substring(name.length() + 1).strip()))
                .findFirst()
                .orElse(0);
    }

    /** The fields of a process from its state on; its name, which comes before, may hold anything. */
    private String[] stat(long pid) {
        String text = text(pid + "/stat");
        return text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
    }

    /** The name of a process' program; empty where there is no such process. */
    String program(long pid) {
        Path file = root.resolve(pid + "/comm");
        return Files.isReadable(file) ? text(pid + "/comm").strip() : "";
    }

    /** The process that started it. */
    OptionalLong parent(long pid) {
        return OptionalLong.of(Long.parseLong(stat(pid)[1]));
    }

    String text(String file) {
        Path path = root.resolve(file);
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new Permanent(ForecastFailure.HOST_UNREADABLE, path + " cannot be read: " + e, e);
        }
    }

    List<String> lines(String file) {
        return text(file).lines().toList();
    }
}
