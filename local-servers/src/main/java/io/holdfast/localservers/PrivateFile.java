package io.holdfast.localservers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Files that only their owner may read. */
final class PrivateFile {
    private PrivateFile() {}

    /** Creates an empty one in place of what was there. */
    static Path create(Path file) throws IOException {
        Files.deleteIfExists(file);
        return Files.createFile(
                file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    /** Creates one with this text in place of what was there. */
    static Path write(Path file, String text) throws IOException {
        return Files.writeString(create(file), text);
    }
}
