package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.Assumptions;

/**
 * How tests get real servers. What is not on this machine aborts the test with a loud line that says how to get it; where
 * {@code HOLDFAST_CI=true} it fails the test, so that no green run ran nothing.
 */
public final class ServersForTests {
    /** Where {@link #folder} makes folders. */
    public static final Path FOLDERS = Path.of("/var/tmp");

    private ServersForTests() {}

    /** The full build of a PostgreSQL version, prepared first if it can be. */
    public static PostgresBinaries postgres(int major) {
        return required(() -> PostgresBinaries.findOrPrepare(major));
    }

    /** A MariaDB server, started. */
    public static PrivateMariaDb mariaDb(MariaDbOptions options) {
        return required(() -> PrivateMariaDb.start(options));
    }

    /** SoftHSM with the tokens of this process. */
    public static SoftHsm softHsm() {
        return required(SoftHsm::here);
    }

    /** OpenBao's program, prepared first if it can be. */
    public static Path openBao() {
        return required(OpenBaoServer::findOrPrepare);
    }

    /** The Python with the libraries of the independent reader, prepared first if it can be. */
    public static Path python() {
        return required(() -> {
            TestServers.prepareUnless(TestServers.python());
            return TestServers.python();
        });
    }

    /** A disk of this size, such as {@code 4m}, mounted at {@code place}; the caller's to close. */
    public static SmallDisk smallDisk(Path place, String size) {
        return required(() -> SmallDisk.mount(place, size));
    }

    /** Goes on for root only. */
    public static void requireRoot(String what) {
        boolean unused = required(() -> {
            if (ServerUser.current().switched() == ServerUser.Switched.NO) {
                throw new Permanent(
                        LocalServersFailure.UNAVAILABLE,
                        what + " needs root, and this is the user " + System.getProperty("user.name"),
                        "Run the tests as root.");
            }
            return true;
        });
    }

    /** What {@code server} gives; if it is unavailable the test is aborted, or fails where {@code HOLDFAST_CI=true}. */
    public static <T> T required(Supplier<T> server) {
        try {
            return server.get();
        } catch (Permanent e) {
            if (e.code() != LocalServersFailure.UNAVAILABLE || "true".equals(System.getenv("HOLDFAST_CI"))) {
                throw e;
            }
            String loud = "NOT TESTED: " + e.what() + ". " + e.hint();
            System.err.println("!!! " + loud);
            return Assumptions.abort(loud);
        }
    }

    /**
     * A new folder that PostgreSQL's user can reach, unlike JUnit's own under a private temporary folder; deleted when the JVM ends in
     * an orderly way.
     */
    public static Path folder(String name) {
        try {
            Path made = Files.createTempDirectory(FOLDERS, "holdfast-" + name + "-");
            OpenFolder.open(made);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> FolderTree.deleteQuietly(made)));
            return made;
        } catch (IOException e) {
            throw new Permanent(LocalServersFailure.FOLDER_FAILED, "cannot make a folder in /var/tmp: " + e, e);
        }
    }
}
