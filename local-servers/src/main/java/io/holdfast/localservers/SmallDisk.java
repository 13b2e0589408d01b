package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** A file system in memory that is soon full, for tests of full disks; only root can mount one. */
public record SmallDisk(Path path) implements AutoCloseable {
    /**
     * Mounts one at {@code place}, which is made if it is missing.
     *
     * @param size as mount takes it, such as {@code 4m}
     * @throws Permanent unavailable, for who may not mount
     */
    public static SmallDisk mount(Path place, String size) {
        try {
            Files.createDirectories(place);
            String unused = Command.in(place)
                    .run(List.of("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", place.toString()));
            Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
            return new SmallDisk(place);
        } catch (IOException e) {
            throw new Permanent(LocalServersFailure.FOLDER_FAILED, "cannot make the small disk " + place + ": " + e, e);
        } catch (Permanent e) {
            throw new Permanent(
                    LocalServersFailure.UNAVAILABLE,
                    "a small disk could not be mounted at " + place + ": " + e.what(),
                    "Run the tests as root: only root can mount a small file system.",
                    e);
        }
    }

    @Override
    public void close() {
        String unused = Command.in(Path.of("/")).run(List.of("umount", path.toString()));
    }
}
