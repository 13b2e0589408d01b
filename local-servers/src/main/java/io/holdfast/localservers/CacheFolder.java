package io.holdfast.localservers;

import java.nio.file.Path;

/**
 * Where programs of test servers are kept between runs. {@code deploy/test-servers.sh} follows the same rule: change both.
 */
public final class CacheFolder {
    private CacheFolder() {}

    /**
     * {@code $HOLDFAST_CACHE}; else, for root, {@code /var/cache/holdfast}, which the user that PostgreSQL runs as can reach; else
     * {@code $XDG_CACHE_HOME/holdfast} or {@code ~/.cache/holdfast}. The folder need not exist.
     */
    public static Path path() {
        String chosen = System.getenv("HOLDFAST_CACHE");
        if (chosen != null && !chosen.isEmpty()) {
            return Path.of(chosen).toAbsolutePath();
        }
        if (ServerUser.iAmRoot()) {
            return Path.of("/var/cache/holdfast");
        }
        String xdg = System.getenv("XDG_CACHE_HOME");
        Path parent = xdg != null && !xdg.isEmpty()
                ? Path.of(xdg)
                : Path.of(System.getProperty("user.home")).resolve(".cache");
        return parent.resolve("holdfast").toAbsolutePath();
    }

    /** The folder of the server programs that the script prepares. */
    static Path servers() {
        return path().resolve("test-servers").resolve("servers");
    }
}
