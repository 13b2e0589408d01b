package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The programs that {@code deploy/test-servers.sh} brings from PyPI: whole PostgreSQL 17 and 18, OpenBao, and a Python. */
public final class TestServers {
    private static boolean prepared;

    private TestServers() {}

    /**
     * Prepares them, which takes a minute once, and a moment when they are there in the versions that the script names. Without python3
     * or PyPI it is {@link Permanent}, with what to do about it.
     */
    public static synchronized void prepare() {
        if (prepared) {
            return;
        }
        try (InputStream script =
                Objects.requireNonNull(TestServers.class.getResourceAsStream("test-servers.sh"), "test-servers.sh")) {
            Command.in(Path.of("/"))
                    .reading(new String(script.readAllBytes(), StandardCharsets.UTF_8))
                    .run(List.of("sh", "-s"));
            prepared = true;
        } catch (IOException e) {
            throw new Permanent(LocalServersFailure.FOLDER_FAILED, "cannot read test-servers.sh: " + e, e);
        } catch (Permanent e) {
            throw new Permanent(
                    LocalServersFailure.UNAVAILABLE, "the test servers could not be prepared: " + e.what(), e);
        }
    }

    /** The same, but what is there in other versions will do where the right ones cannot be had. */
    static void prepareUnless(Path there) {
        try {
            prepare();
        } catch (Permanent e) {
            if (!Files.exists(there)) {
                throw e;
            }
        }
    }

    /** The Python that has the libraries of the independent HFS1 reader; there after {@link #prepare()}. */
    public static Path python() {
        return CacheFolder.path().resolve("test-servers").resolve("bin").resolve("python");
    }
}
