package io.holdfast.agent.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.TablespacePlace;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.plan.Tablespace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetTreeTest {
    @TempDir
    Path temporary;

    private Path root = Path.of("unset");
    private Path place = Path.of("unset");
    private TargetTree tree = new TargetTree(root, List.of());

    @BeforeEach
    void makeTree() throws IOException {
        root = Files.createDirectory(temporary.resolve("data"));
        place = Files.createDirectory(temporary.resolve("fast"));
        tree = new TargetTree(root, List.of(new TablespacePlace(new Tablespace(16_400, "/srv/fast"), place)));
    }

    @Test
    void pathsThatLeaveTheTargetAreRefused() {
        for (String path : List.of(
                "",
                "/etc/passwd",
                "..",
                "a/../../b",
                "a//b",
                "./a",
                "a/.",
                "a\0b",
                ".holdfast-restore",
                ".holdfast-restore/x",
                "a/")) {
            escapes(() -> tree.locate(path));
        }
        escapes(() -> tree.locate("x".repeat(5_000)));
    }

    @Test
    void nothingIsWrittenThroughALink() throws IOException {
        Path outside = Files.createDirectory(temporary.resolve("outside"));
        Files.writeString(outside.resolve("f"), "mine");
        Files.createSymbolicLink(root.resolve("base"), outside);
        escapes(() -> write("base/f"));
        Files.createSymbolicLink(root.resolve("f"), outside.resolve("f"));
        escapes(() -> write("f"));
        assertThat(outside.resolve("f")).hasContent("mine");
        tree.link("later", outside.toString());
        escapes(() -> write("later/f"));
    }

    @Test
    void filesOfATablespaceLieInItsPlaceWhateverLinksThereAre() throws IOException {
        Files.createDirectory(root.resolve("pg_tblspc"));
        Files.createSymbolicLink(root.resolve("pg_tblspc/16400"), temporary.resolve("elsewhere"));
        write("pg_tblspc/16400/PG_18_1/5/7");
        assertThat(place.resolve("PG_18_1/5/7")).hasContent("x");
        assertThat(tree.locate("pg_tblspc/16400")).isEqualTo(place);
        assertThat(tree.locate("pg_tblspc/9/a")).isEqualTo(root.resolve("pg_tblspc/9/a"));
        assertThat(temporary.resolve("elsewhere")).doesNotExist();
    }

    @Test
    void modesAreThoseThatAServerAccepts() throws IOException {
        tree.directory("open", FileMode.ofDirectory(0777));
        tree.directory("closed", FileMode.ofDirectory(0700));
        assertThat(mode("open")).isEqualTo("rwxr-x---");
        assertThat(mode("closed")).isEqualTo("rwx------");
        tree.write("open/f", FileMode.ofFile(0664), TargetFile.Way.CACHED).close();
        tree.write("closed/f", FileMode.ofFile(0600), TargetFile.Way.CACHED).close();
        assertThat(mode("open/f")).isEqualTo("rw-r-----");
        assertThat(mode("closed/f")).isEqualTo("rw-------");
    }

    private String mode(String path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve(path)));
    }

    private void write(String path) {
        try (FileChannel channel = tree.write(path, FileMode.PRIVATE_FILE, TargetFile.Way.CACHED)) {
            channel.write(ByteBuffer.wrap(new byte[] {'x'}), 0);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void escapes(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(AgentFailure.PATH_ESCAPES));
    }
}
