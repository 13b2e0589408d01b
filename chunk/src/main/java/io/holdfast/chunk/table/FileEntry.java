package io.holdfast.chunk.table;

import io.holdfast.protocol.quantity.ByteCount;
import java.util.Optional;

/**
 * One file, directory or link of a stream.
 *
 * @param path relative to the data directory, parts separated by {@code /}
 * @param size of the whole file, also where a stream holds only some of its extents; zero for directories and links
 * @param mode permission bits, 0 to 07777
 * @param modified seconds since 1970-01-01 UTC
 * @param linkTarget where a link points; present for links only
 */
public record FileEntry(
        String path, FileKind kind, ByteCount size, int mode, long modified, Optional<String> linkTarget) {
    /** A file. */
    public static FileEntry file(String path, ByteCount size, int mode, long modified) {
        return new FileEntry(path, FileKind.FILE, size, mode, modified, Optional.empty());
    }

    /** A directory. */
    public static FileEntry directory(String path, int mode, long modified) {
        return new FileEntry(path, FileKind.DIRECTORY, ByteCount.ZERO, mode, modified, Optional.empty());
    }
}
