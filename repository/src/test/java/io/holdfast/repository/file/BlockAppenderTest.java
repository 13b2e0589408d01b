package io.holdfast.repository.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.localservers.ServersForTests;
import io.holdfast.localservers.SmallDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BlockAppenderTest {
    private final Path folder = ServersForTests.folder("appender");
    private final BlockBuffers buffers = new BlockBuffers();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4096, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 << 20, 5_000_001})
    void whatIsAppendedInPiecesOfAnySizeIsThere(int length) throws IOException {
        byte[] bytes = new byte[length];
        Random random = new Random(length);
        random.nextBytes(bytes);
        Path file = folder.resolve("f" + length);
        append(file, bytes, random);
        assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
    }

    private void append(Path file, byte[] bytes, Random random) throws IOException {
        try (BlockAppender appender = BlockAppender.create(file, buffers)) {
            int at = 0;
            while (at < bytes.length) {
                int some = Math.min(bytes.length - at, random.nextInt(1, 400_000));
                appender.append(ByteBuffer.wrap(bytes, at, some));
                at += some;
                assertThat(appender.length()).isEqualTo(at);
            }
            appender.finish();
        }
    }

    /** A file system in memory takes no direct writes, or does in newer kernels: both must do. */
    @Test
    void aFileSystemInMemoryWillDoAndAFullOneIsTold() throws IOException {
        Path place = Files.createDirectory(folder.resolve("small"));
        byte[] bytes = new byte[(2 << 20) + 5];
        new Random(3).nextBytes(bytes);
        try (SmallDisk disk = ServersForTests.smallDisk(place, "4m")) {
            append(disk.path().resolve("f"), bytes, new Random(4));
            assertThat(Files.readAllBytes(place.resolve("f"))).isEqualTo(bytes);
            assertThatThrownBy(() -> append(place.resolve("g"), new byte[5 << 20], new Random(5)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("No space left");
        }
    }

    @Test
    void aFileThatIsThereIsLeftAlone() throws IOException {
        Path file = Files.writeString(folder.resolve("there"), "x");
        assertThatThrownBy(() -> BlockAppender.create(file, buffers)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file).hasContent("x");
    }

    @Test
    void buffersAreUsedAgain() throws IOException {
        ByteBuffer first = buffers.take();
        buffers.giveBack(first);
        assertThat(buffers.take()).isSameAs(first);
        assertThat(buffers.take()).isNotSameAs(first);
    }
}
