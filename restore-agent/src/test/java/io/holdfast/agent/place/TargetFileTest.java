package io.holdfast.agent.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.localservers.SmallDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TargetFileTest {
    private static final int BLOCK = 4096;

    private final Path folder = ServersForTests.folder("target-file");
    private final Map<TargetFile.Way, Integer> opened = new EnumMap<>(TargetFile.Way.class);

    private TargetFile.Opening opening(Path file) {
        TargetTree tree = new TargetTree(Objects.requireNonNull(file.getParent()), List.of());
        return way -> {
            opened.merge(way, 1, Integer::sum);
            return tree.write(file.getFileName().toString(), FileMode.PRIVATE_FILE, way);
        };
    }

    private static ByteBuffer aligned(byte[] bytes, int shift) {
        ByteBuffer buffer =
                ByteBuffer.allocateDirect(bytes.length + 2 * BLOCK + shift).alignedSlice(BLOCK);
        return buffer.put(shift, bytes).position(shift).limit(shift + bytes.length);
    }

    /** Any offsets, lengths and addresses: the file holds what was written, whichever way each piece took. */
    @Test
    void whateverIsWrittenIsThere() throws IOException {
        Random random = new Random(Long.getLong("holdfast.seed", 1));
        Path file = folder.resolve("f");
        byte[] expected = new byte[4 << 20];
        random.nextBytes(expected);
        try (TargetFile target = new TargetFile(opening(file), new TargetFile.Directness())) {
            int at = 0;
            while (at < expected.length) {
                int length = random.nextInt(3) == 0 ? random.nextInt(1, 700_000) : BLOCK * random.nextInt(1, 200);
                length = Math.min(length, expected.length - at);
                byte[] piece = new byte[length];
                System.arraycopy(expected, at, piece, 0, length);
                ByteBuffer bytes = aligned(piece, random.nextInt(4) == 0 ? random.nextInt(100) : 0);
                target.write(bytes, at);
                assertThat(bytes.hasRemaining()).isFalse();
                at += length;
                if (random.nextBoolean()) {
                    at = (at + BLOCK - 1) / BLOCK * BLOCK;
                }
            }
        }
        byte[] written = Files.readAllBytes(file);
        for (int i = 0; i < written.length; i++) {
            // what was skipped is a hole
            if (written[i] != expected[i]) {
                assertThat(written[i]).as("byte %d", i).isZero();
                expected[i] = 0;
            }
        }
        assertThat(opened.keySet()).containsExactly(TargetFile.Way.values());
        assertThat(opened.values()).containsOnly(1);
    }

    @Test
    void anAlignedPieceGoesPastThePageCacheAndItsTailThroughIt() throws IOException {
        Path file = folder.resolve("f");
        byte[] bytes = new byte[(1 << 20) + 17];
        new Random(1).nextBytes(bytes);
        try (TargetFile target = new TargetFile(opening(file), new TargetFile.Directness())) {
            target.write(aligned(bytes, 0), 8192);
        }
        assertThat(opened).containsOnlyKeys(TargetFile.Way.values());
        byte[] written = Files.readAllBytes(file);
        assertThat(written).hasSize(8192 + bytes.length);
        assertThat(ByteBuffer.wrap(written, 8192, bytes.length)).isEqualTo(ByteBuffer.wrap(bytes));
    }

    @Test
    void smallPiecesAndUnalignedOnesGoThroughThePageCache() throws IOException {
        Path file = folder.resolve("f");
        try (TargetFile target = new TargetFile(opening(file), new TargetFile.Directness())) {
            target.write(aligned(new byte[BLOCK], 0), 0);
            target.write(aligned(new byte[1 << 20], 8), BLOCK);
            target.write(aligned(new byte[1 << 20], 0), BLOCK + 1);
            target.write(ByteBuffer.allocate(1 << 20), 0);
        }
        assertThat(opened).containsOnlyKeys(TargetFile.Way.CACHED);
    }

    @Test
    void chunksAreOpenedWhereTheyCanBeWrittenFrom() throws IOException {
        Path file = folder.resolve("f");
        try (ChunkBuffers buffers = new ChunkBuffers();
                TargetFile target = new TargetFile(opening(file), new TargetFile.Directness())) {
            target.write(buffers.plain(), 0);
        }
        assertThat(opened).containsOnlyKeys(TargetFile.Way.DIRECT);
    }

    @Test
    void aTargetThatRefusesDirectWritesIsAskedOnceAndWrittenAnyway() throws IOException {
        TargetFile.Directness directness = new TargetFile.Directness();
        byte[] bytes = new byte[1 << 20];
        new Random(2).nextBytes(bytes);
        for (String name : List.of("a", "b")) {
            Path file = folder.resolve(name);
            TargetFile.Opening opening = opening(file);
            TargetFile.Opening refusing = way -> {
                FileChannel channel = opening.open(way);
                if (way == TargetFile.Way.DIRECT) {
                    channel.close();
                    throw new IOException("Invalid argument");
                }
                return channel;
            };
            try (TargetFile target = new TargetFile(refusing, directness)) {
                target.write(aligned(bytes, 0), 0);
            }
            assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
        }
        assertThat(directness.refused()).isTrue();
        assertThat(opened.get(TargetFile.Way.DIRECT)).isEqualTo(1);
    }

    @Test
    void aFullDiskIsTold() throws IOException {
        Path place = Files.createDirectory(folder.resolve("small"));
        try (SmallDisk disk = ServersForTests.smallDisk(place, "4m");
                TargetFile target = new TargetFile(opening(disk.path().resolve("f")), new TargetFile.Directness())) {
            assertThatThrownBy(() -> {
                        for (long at = 0; at < 8 << 20; at += 1 << 20) {
                            target.write(aligned(new byte[1 << 20], 0), at);
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("No space left");
        }
    }
}
