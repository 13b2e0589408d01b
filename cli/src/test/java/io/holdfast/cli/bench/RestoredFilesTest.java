package io.holdfast.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestoredFilesTest {
    @TempDir
    Path folder;

    private Path data(String name, int length) throws IOException {
        Path base = Files.createDirectories(folder.resolve(name).resolve("base/5"));
        Files.write(base.resolve("16384"), new byte[length]);
        return folder.resolve(name);
    }

    @Test
    void theSameRelationsAreTheSameWhateverTheServerHasCached() throws IOException {
        Path source = data("source", 8192);
        Files.write(source.resolve("base/5/pg_internal.init"), new byte[3]);
        Files.write(source.resolve("base/5/16390"), new byte[8192]);
        Files.write(source.resolve("base/5/16390_init"), new byte[0]);
        Path restored = data("restored", 8192);
        assertThatCode(() -> RestoredFiles.requireSame(source, restored)).doesNotThrowAnyException();
    }

    @Test
    void aFileThatIsShorterOrNotThereIsARestoreThatDoesNotCount() throws IOException {
        Path source = data("source", 16384);
        Path shorter = data("shorter", 8192);
        assertThatThrownBy(() -> RestoredFiles.requireSame(source, shorter)).isInstanceOf(Permanent.class);
        Path less = Files.createDirectories(folder.resolve("less/base")).resolve("..");
        assertThatThrownBy(() -> RestoredFiles.requireSame(source, less)).isInstanceOf(Permanent.class);
    }

    @Test
    void theTimesOfBashAreReadToTheEnd() {
        assertThat(ShellStep.children("said this\n0m0.001s 0m0.002s\n1m2.500s 0m3.250s\n"))
                .isEqualTo(65.75);
        assertThatThrownBy(() -> ShellStep.children("nothing")).isInstanceOf(Permanent.class);
    }
}
