package io.holdfast.agent.place;

import io.holdfast.agent.FileOwner;
import io.holdfast.agent.FileTrouble;
import io.holdfast.agent.RestoreFolder;
import io.holdfast.agent.StandingCluster;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives all that was placed to its owner and forces it to disk: files first, then the directories that name them. What the
 * restore keeps in its own folder is forced too, for the next run goes by it.
 */
final class Settling {
    private static final int AT_ONCE = 8;
    private static final int WAITING = 256;

    private final Optional<FileOwner> owner;
    private final Forcing disk;

    /** Files go to {@code owner}; without one they stay this process's. */
    Settling(Optional<FileOwner> owner) {
        this(owner, new OnDisk());
    }

    Settling(Optional<FileOwner> owner, Forcing disk) {
        this.owner = owner;
        this.disk = disk;
    }

    /** How things are forced to disk. */
    interface Forcing {
        /** A file's content. */
        void file(Path file);

        /** A directory's entries. */
        void directory(Path directory);
    }

    private record OnDisk() implements Forcing {
        @Override
        public void file(Path file) {
            Durable.file(file);
        }

        @Override
        public void directory(Path directory) {
            Durable.directory(directory);
        }
    }

    /**
     * Settles the whole target, and what the restore's folder says of it; the folder stays this process's.
     *
     * @param version whose directories in the places of tablespaces are the target's; others may be somebody else's
     */
    void settle(TargetTree tree, RestoreFolder folder, String version) {
        List<Path> roots = new ArrayList<>(List.of(tree.root()));
        tree.places().forEach(place -> roots.addAll(StandingCluster.inPlace(place, version)));
        settle(roots);
        tree.places().forEach(place -> {
            own(place);
            disk.directory(place);
        });
        new Settling(Optional.empty(), disk).settle(List.of(folder.facts(), folder.held()));
        disk.directory(folder.path());
    }

    private void settle(List<Path> roots) {
        try (Crew crew = new Crew(AT_ONCE, WAITING)) {
            roots.forEach(root -> walk(root, crew));
            crew.finish();
        }
        roots.forEach(this::directories);
    }

    private void walk(Path root, Crew crew) {
        visit(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return skipped(directory) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                crew.give(() -> settleFile(file, attributes));
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private void settleFile(Path file, BasicFileAttributes attributes) {
        own(file);
        if (attributes.isRegularFile()) {
            disk.file(file);
        }
    }

    private void directories(Path root) {
        visit(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return skipped(directory) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) throws IOException {
                if (e != null) {
                    throw e;
                }
                own(directory);
                disk.directory(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static boolean skipped(Path directory) {
        return directory.endsWith(RestoreFolder.NAME);
    }

    private static void visit(Path root, SimpleFileVisitor<Path> visitor) {
        try {
            Files.walkFileTree(root, visitor);
        } catch (IOException e) {
            throw FileTrouble.of("go through", root, e);
        }
    }

    /** Gives one path to its owner; a link itself, never what it points to. */
    void own(Path path) {
        if (owner.isEmpty()) {
            return;
        }
        try {
            Files.setAttribute(path, "unix:gid", owner.get().gid(), LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(path, "unix:uid", owner.get().uid(), LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            throw FileTrouble.of("give to " + owner.get().name(), path, e);
        }
    }
}
