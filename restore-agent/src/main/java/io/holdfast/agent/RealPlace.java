package io.holdfast.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a path really lies, all links followed that exist now. */
public final class RealPlace {
    private RealPlace() {}

    /**
     * The real place of an absolute path without {@code ..}; what does not exist yet keeps its names below the nearest parent that
     * does.
     */
    public static Path of(Path path) {
        try {
            if (Files.exists(path)) {
                return path.toRealPath();
            }
        } catch (IOException e) {
            throw FileTrouble.of("look at", path, e);
        }
        Path parent = path.getParent();
        Path name = path.getFileName();
        return parent == null || name == null ? path : of(parent).resolve(name);
    }
}
