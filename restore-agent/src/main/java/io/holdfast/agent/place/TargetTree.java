package io.holdfast.agent.place;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.FileTrouble;
import io.holdfast.agent.TablespacePlace;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.file.DirectOption;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The target as a tree of paths of the set: knows where each lies (tablespaces lie elsewhere) and writes through no link,
 * not even its own: below {@code pg_tblspc/OID} it goes to the tablespace's place directly. Any number of threads.
 */
public final class TargetTree {
    private static final String TABLESPACES = "pg_tblspc/";
    private static final Set<OpenOption> CACHED =
            Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> DIRECT =
            Stream.concat(CACHED.stream(), DirectOption.get().stream()).collect(Collectors.toUnmodifiableSet());

    private final Path root;
    private final Map<Long, Path> places;
    private final Set<Path> known = ConcurrentHashMap.newKeySet();

    /** A tree whose root and tablespace places exist. */
    public TargetTree(Path root, List<TablespacePlace> places) {
        this.root = root;
        this.places = places.stream()
                .collect(Collectors.toUnmodifiableMap(place -> place.source().oid(), TablespacePlace::place));
        known.add(root);
        known.addAll(this.places.values());
    }

    /** The data directory. */
    public Path root() {
        return root;
    }

    /** The places of tablespaces outside the data directory. */
    public Iterable<Path> places() {
        return places.values();
    }

    /** Where a path of the set lies; nothing is looked at or made. */
    public Path locate(String path) {
        String checked = TargetPath.checked(path);
        if (!checked.startsWith(TABLESPACES)) {
            return root.resolve(checked);
        }
        String below = checked.substring(TABLESPACES.length());
        int slash = below.indexOf('/');
        Path place = placeOf(slash < 0 ? below : below.substring(0, slash));
        if (place == null) {
            return root.resolve(checked);
        }
        return slash < 0 ? place : place.resolve(below.substring(slash + 1));
    }

    private @Nullable Path placeOf(String oid) {
        try {
            return places.get(Long.parseLong(oid));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Makes a directory of the set, and those above it where they are missing. */
    public void directory(String path, FileMode mode) {
        Path directory = locate(path);
        ensure(directory, mode);
        permit(directory, mode);
    }

    /** Opens a file of the set for writing; it is made where it is missing, in directories that are no links. */
    FileChannel write(String path, FileMode mode, TargetFile.Way way) throws IOException {
        Path file = locate(path);
        ensure(parent(file), mode.ofDirectory());
        FileChannel channel = open(file, mode, way);
        if (mode == FileMode.GROUP_FILE) {
            permit(file, mode);
        }
        return channel;
    }

    /** Opens a file of the restore itself for writing. */
    FileChannel writeAt(Path file, FileMode mode, TargetFile.Way way) throws IOException {
        return open(file, mode, way);
    }

    /** Sets the permissions of the data directory itself, by which a server decides those of all that it makes. */
    void permitRoot(FileMode mode) {
        permit(root, mode);
    }

    /** Past the process's umask. */
    private static void permit(Path path, FileMode mode) {
        try {
            Files.setPosixFilePermissions(path, mode.permissions());
        } catch (IOException e) {
            throw FileTrouble.of("set the permissions of", path, e);
        }
    }

    /** Makes a link of the set; where the path lies must hold nothing but the same link. */
    public void link(String path, String target) {
        Path link = locate(path);
        ensure(parent(link), FileMode.PRIVATE_DIRECTORY);
        try {
            try {
                Files.createSymbolicLink(link, Path.of(target));
            } catch (FileAlreadyExistsException e) {
                if (!Files.isSymbolicLink(link) || !Files.readSymbolicLink(link).equals(Path.of(target))) {
                    throw e;
                }
            }
        } catch (IOException e) {
            throw FileTrouble.of("make the link", link, e);
        }
    }

    private FileChannel open(Path file, FileMode mode, TargetFile.Way way) throws IOException {
        if (Files.isSymbolicLink(file)) {
            throw throughLink(file);
        }
        return FileChannel.open(
                file,
                switch (way) {
                    case CACHED -> CACHED;
                    case DIRECT -> DIRECT;
                },
                PosixFilePermissions.asFileAttribute(mode.permissions()));
    }

    private void ensure(Path directory, FileMode mode) {
        if (known.contains(directory)) {
            return;
        }
        try {
            BasicFileAttributes found = attributes(directory);
            if (found == null) {
                ensure(parent(directory), mode);
                make(directory, mode.permissions());
            } else if (!found.isDirectory()) {
                throw throughLink(directory);
            } else {
                ensure(parent(directory), mode);
            }
        } catch (IOException e) {
            throw FileTrouble.of("make the directory", directory, e);
        }
        known.add(directory);
    }

    private static void make(Path directory, Set<PosixFilePermission> permissions) throws IOException {
        try {
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(permissions));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                throw throughLink(directory);
            }
        }
    }

    private static @Nullable BasicFileAttributes attributes(Path path) throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static Path parent(Path path) {
        Path parent = path.getParent();
        if (parent == null) {
            throw new Permanent(AgentFailure.PATH_ESCAPES, path + " lies in no directory");
        }
        return parent;
    }

    private static Corrupt throughLink(Path path) {
        return new Corrupt(
                AgentFailure.PATH_ESCAPES,
                path
                        + " should be a plain file or directory of the restored instance, but is a link or something else");
    }
}
