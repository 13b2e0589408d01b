package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whom PostgreSQL runs as. It refuses root, so root runs it as {@code postgres}, or {@code nobody} where there is no such user;
 * anybody else runs it as himself.
 *
 * @param name the user's name
 * @param uid his number
 * @param gid his first group's number
 * @param switched whether that is somebody else than the user of this process
 */
public record ServerUser(String name, long uid, long gid, Switched switched) {
    /** Whether a program must be started by way of {@code setpriv}. */
    public enum Switched {
        /** Programs run as the user of this process. */
        NO,
        /** Programs run as another user. */
        YES
    }

    private static final Map<String, ServerUser> FOUND = new ConcurrentHashMap<>();

    /** The user for servers that are started by this process. */
    public static ServerUser current() {
        return FOUND.computeIfAbsent("", ignored -> find());
    }

    static boolean iAmRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static ServerUser find() {
        if (!iAmRoot()) {
            return new ServerUser(System.getProperty("user.name"), -1, -1, Switched.NO);
        }
        return account("postgres")
                .or(() -> account("nobody"))
                .orElseThrow(() -> new Permanent(
                        LocalServersFailure.UNAVAILABLE,
                        "PostgreSQL refuses to run as root, and there is neither a user postgres nor a user nobody",
                        "Add a user postgres, or run this as an ordinary user."));
    }

    private static Optional<ServerUser> account(String name) {
        try {
            return Files.readAllLines(Path.of("/etc/passwd")).stream()
                    .map(line -> line.split(":", -1))
                    .filter(fields -> fields.length > 3 && fields[0].equals(name))
                    .findFirst()
                    .map(fields ->
                            new ServerUser(name, Long.parseLong(fields[2]), Long.parseLong(fields[3]), Switched.YES));
        } catch (IOException e) {
            throw new Permanent(LocalServersFailure.FOLDER_FAILED, "cannot read /etc/passwd: " + e.getMessage(), e);
        }
    }

    /** What stands before a command so that it runs as this user; empty if it does anyway. */
    public List<String> prefix() {
        return switch (switched) {
            case NO -> List.of();
            case YES -> List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--clear-groups", "--");
        };
    }

    /** Runs a program as this user in {@code folder} and returns what it printed; an exit code but 0 is {@link Permanent}. */
    public String run(Path folder, List<String> line) {
        List<String> whole = new ArrayList<>(prefix());
        whole.addAll(line);
        return Command.in(folder).run(whole);
    }

    /** Makes this user the owner of everything from {@code root} down, links themselves included. */
    public void own(Path root) {
        if (switched == Switched.NO) {
            return;
        }
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                        throws IOException {
                    return visitFile(directory, attributes);
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.setAttribute(file, "unix:uid", Math.toIntExact(uid), LinkOption.NOFOLLOW_LINKS);
                    Files.setAttribute(file, "unix:gid", Math.toIntExact(gid), LinkOption.NOFOLLOW_LINKS);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new Permanent(
                    LocalServersFailure.FOLDER_FAILED, "cannot give " + root + " to the user " + name + ": " + e, e);
        }
    }

    /** Refuses, as {@link Permanent}, a folder below a parent that this user may not pass. */
    void requireReachable(Path folder) {
        if (switched == Switched.NO) {
            return;
        }
        for (Path parent = folder.toAbsolutePath().getParent(); parent != null; parent = parent.getParent()) {
            if (Files.exists(parent) && !mayPass(parent)) {
                throw new Permanent(
                        LocalServersFailure.UNREACHABLE_FOLDER,
                        "the user " + name + " cannot reach " + folder + ": " + parent + " may not be passed");
            }
        }
    }

    private boolean mayPass(Path folder) {
        try {
            return Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_EXECUTE)
                    || ((Integer) Files.getAttribute(folder, "unix:uid")) == uid;
        } catch (IOException e) {
            throw new Permanent(LocalServersFailure.FOLDER_FAILED, "cannot look at " + folder + ": " + e, e);
        }
    }
}
