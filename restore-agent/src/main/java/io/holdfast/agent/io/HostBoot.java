package io.holdfast.agent.io;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Names this run of the host. */
public final class HostBoot {
    private static final Path KERNEL = Path.of("/proc/sys/kernel/random/boot_id");

    private HostBoot() {}

    /** The kernel's id of this boot; a host that has none gets a new one each time, so that nothing unforced is trusted. */
    public static String id() {
        try {
            return Files.readString(KERNEL, StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            return UUID.randomUUID().toString();
        }
    }
}
