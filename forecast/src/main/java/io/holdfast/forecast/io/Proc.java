package io.holdfast.forecast.io;

import io.holdfast.forecast.ForecastFailure;
import io.holdfast.forecast.host.HostFacts;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads Linux' proc file system. */
public final class Proc {
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
