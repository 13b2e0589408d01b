package io.holdfast.localservers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Folders that PostgreSQL's user can reach where that is somebody else than the user of this process, whatever the umask is. */
public final class OpenFolder {
    private OpenFolder() {}

    /** Makes a folder and the parents that it lacks; what is there already stays as it is. */
    public static void create(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        createParents(folder);
        Files.createDirectories(folder);
        open(folder);
    }

    static void createParents(Path file) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            create(parent);
        }
    }

    static void open(Path folder) throws IOException {
        if (ServerUser.current().switched() == ServerUser.Switched.YES) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }
}
