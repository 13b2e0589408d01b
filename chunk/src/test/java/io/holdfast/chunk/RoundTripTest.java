package io.holdfast.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.chunk.Sample.Recipe;
import io.holdfast.chunk.frame.Sha256;
import io.holdfast.chunk.table.FileEntry;
import io.holdfast.chunk.write.StreamSealer;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.quantity.ByteCount;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.SequencedMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class RoundTripTest {
    private static final List<Integer> LEVELS = List.of(-7, -1, 1, 3, 9, 19);

    private static LongStream seeds() {
        long given = Long.getLong("holdfast.seed", System.nanoTime());
        return LongStream.range(0, 24).map(round -> given + round);
    }

    /** S1: any suite, codec, level and size of chunk, from a seed. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatGoesInComesOut(long seed) {
        Random random = new Random(seed);
        Recipe recipe = recipe(random);
        SequencedMap<String, byte[]> files = files(random);
        SequencedMap<String, byte[]> opened = Sample.of(recipe, files).open();
        assertThat(opened.sequencedKeySet()).containsExactlyElementsOf(files.sequencedKeySet());
        files.forEach((path, content) -> assertThat(opened.get(path)).as(path).isEqualTo(content));
    }

    /** S1: every suite with every codec, and small files in a chunk together, alone, and after and before large ones. */
    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("pairs")
    void everyPairOfOptionsGivesBackEveryByte(Suite suite, Codec codec) {
        Random random = new Random(11);
        SequencedMap<String, byte[]> files = new LinkedHashMap<>();
        files.put("plain", content(random, 40_000));
        for (int i = 0; i < 40; i++) {
            files.put("small/" + i, content(random, i));
        }
        files.put("empty", new byte[0]);
        files.put("large", content(random, 30_000));
        files.put("zeros", new byte[25_000]);
        files.put("last", content(random, 1));
        for (int limit : new int[] {300, 8_192, ChunkLimit.LARGEST}) {
            Sample sample =
                    Sample.of(new Recipe(suite, Sample.compression(codec), new ChunkLimit(limit), limit), files);
            SequencedMap<String, byte[]> opened = sample.open();
            assertThat(opened.sequencedKeySet()).containsExactlyElementsOf(files.sequencedKeySet());
            files.forEach((path, content) -> assertThat(opened.get(path))
                    .as("%s, chunks of %d", path, limit)
                    .isEqualTo(content));
        }
    }

    private static Stream<Arguments> pairs() {
        return Arrays.stream(Suite.values())
                .flatMap(suite -> Arrays.stream(Codec.values()).map(codec -> Arguments.of(suite, codec)));
    }

    @Test
    void piecesOfAnySizeHeapOrDirectMakeTheSameStream() {
        Recipe recipe = new Recipe(Suite.AES_256, Sample.compression(Codec.ZSTD), new ChunkLimit(4096), 3);
        byte[] content = content(new Random(5), 60_000);
        ByteBuffer direct =
                ByteBuffer.allocateDirect(content.length).put(content).flip();
        String whole = sealed(recipe, sealer -> sealer.write(0, ByteBuffer.wrap(content)));
        String directly = sealed(recipe, sealer -> sealer.write(0, direct));
        String inPieces = sealed(recipe, sealer -> {
            Random random = new Random(6);
            for (int at = 0; at < content.length; ) {
                int length = Math.min(1 + random.nextInt(9000), content.length - at);
                sealer.write(at, ByteBuffer.wrap(content, at, length));
                at += length;
            }
        });
        assertThat(directly).isEqualTo(whole);
        assertThat(inPieces).isEqualTo(whole);
    }

    /** K1: no chunk makes a larger record. */
    @Test
    void fullChunksStayUnder900KiB() {
        byte[] noise = new byte[ChunkLimit.LARGEST + 1000];
        new Random(8).nextBytes(noise);
        SequencedMap<String, byte[]> files = new LinkedHashMap<>();
        files.put("noise", noise);
        for (Suite suite : Suite.values()) {
            Recipe recipe = new Recipe(suite, new Compression(Codec.LZ4, 0), ChunkLimit.STANDARD, 9);
            Sample sample = Sample.of(recipe, files);
            assertThat(sample.frames())
                    .allSatisfy(frame -> assertThat(frame.length).isLessThan(900 << 10));
            assertThat(sample.open().get("noise")).isEqualTo(noise);
        }
    }

    private interface Writing {
        void to(StreamSealer sealer);
    }

    private static String sealed(Recipe recipe, Writing writing) {
        var digest = Sha256.digest();
        Random random = new Random(recipe.seed());
        try (ChunkBuffers buffers = new ChunkBuffers();
                StreamSealer sealer = StreamSealer.open(
                        Sample.order(recipe), random::nextBytes, buffers, (index, frame) -> digest.update(frame))) {
            sealer.startFile(FileEntry.file("small", ByteCount.of(100), 0600, 1));
            sealer.write(0, ByteBuffer.allocate(100));
            sealer.startFile(FileEntry.file("large", ByteCount.of(60_000), 0600, 1));
            writing.to(sealer);
            sealer.finish();
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static Recipe recipe(Random random) {
        Suite suite = anyOf(List.of(Suite.values()), random);
        Codec codec = anyOf(List.of(Codec.values()), random);
        Compression compression = new Compression(codec, codec == Codec.ZSTD ? anyOf(LEVELS, random) : 0);
        int limit = random.nextBoolean() ? ChunkLimit.LARGEST : 1 + random.nextInt(5000);
        return new Recipe(suite, compression, new ChunkLimit(limit), random.nextLong());
    }

    private static <T> T anyOf(List<T> choices, Random random) {
        return choices.get(random.nextInt(choices.size()));
    }

    private static SequencedMap<String, byte[]> files(Random random) {
        SequencedMap<String, byte[]> files = new LinkedHashMap<>();
        int count = random.nextInt(30);
        for (int file = 0; file < count; file++) {
            files.put("base/" + file + "/é" + random.nextInt(), content(random, random.nextInt(20_000)));
        }
        return files;
    }

    private static byte[] content(Random random, int length) {
        byte[] content = new byte[length];
        if (random.nextBoolean()) {
            random.nextBytes(content);
        } else {
            for (int at = 0; at < length; at++) {
                content[at] = (byte) (at / 100 + random.nextInt(2));
            }
        }
        return content;
    }
}
