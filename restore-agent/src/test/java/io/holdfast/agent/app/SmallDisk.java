package io.holdfast.agent.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Assumptions;

/** A file system in memory, which only root can mount; without it the test is not run, and says so. */
record SmallDisk(Path path) implements AutoCloseable {
    static SmallDisk mount(Path place, String size) throws IOException, InterruptedException {
        Files.createDirectories(place);
        int code = new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", place.toString())
                .start()
                .waitFor();
        Assumptions.assumeTrue(code == 0, "NOT TESTED: a full disk; only root can mount a small one");
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new SmallDisk(place);
    }

    @Override
    public void close() throws IOException {
        try {
            new ProcessBuilder("umount", path.toString()).start().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
