package io.holdfast.agent.place;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.agent.RestoreFolder;
import io.holdfast.agent.TablespacePlace;
import io.holdfast.protocol.plan.Tablespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettlingTest {
    @TempDir
    Path temporary;

    private static final class Recorder implements Settling.Forcing {
        final Collection<Path> files = new ConcurrentLinkedQueue<>();
        final Collection<Path> directories = new ConcurrentLinkedQueue<>();

        @Override
        public void file(Path file) {
            files.add(file);
        }

        @Override
        public void directory(Path directory) {
            directories.add(directory);
        }
    }

    @Test
    void whatTheNextRunGoesByIsForcedWithTheFilesItIsAbout() throws IOException {
        Path root = Files.createDirectory(temporary.resolve("data"));
        Path place = Files.createDirectory(temporary.resolve("fast"));
        RestoreFolder folder = RestoreFolder.of(root);
        Path base = Files.createDirectories(root.resolve("base"));
        Files.createDirectories(folder.facts());
        Files.createDirectories(folder.held());
        List<Path> files = List.of(
                root.resolve("PG_VERSION"),
                base.resolve("1"),
                Files.createDirectory(place.resolve("PG_18_202506291")).resolve("2"),
                folder.facts().resolve("0000000000-stream"),
                folder.held().resolve("pg_control"));
        for (Path file : files) {
            Files.writeString(file, "x");
        }
        Path others = Files.createDirectory(place.resolve("PG_15_202209061")).resolve("3");
        Files.writeString(others, "another cluster's");
        Recorder disk = new Recorder();
        TargetTree tree =
                new TargetTree(root, List.of(new TablespacePlace(new Tablespace(16_400, "/srv/fast"), place)));
        new Settling(Optional.empty(), disk).settle(tree, folder, "18");
        assertThat(disk.files).containsExactlyInAnyOrderElementsOf(files);
        assertThat(disk.directories)
                .containsExactlyInAnyOrder(
                        root,
                        base,
                        place,
                        place.resolve("PG_18_202506291"),
                        folder.facts(),
                        folder.held(),
                        folder.path());
    }
}
