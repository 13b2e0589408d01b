package io.holdfast.chunk.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.ChunkFailure;
import io.holdfast.chunk.Sample;
import io.holdfast.chunk.Sample.Recipe;
import io.holdfast.chunk.table.FileEntry;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.quantity.ByteCount;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class StreamSealerTest {
    private static final Recipe RECIPE = Recipe.small(Suite.AES_256, Codec.NONE);

    private final ChunkBuffers buffers = new ChunkBuffers();
    private final Random random = new Random(1);

    @Test
    void afterTheSinkFailedNothingMoreIsSealed() {
        List<Long> seen = new ArrayList<>();
        FrameSink failing = (index, frame) -> {
            seen.add(index);
            throw new IllegalArgumentException("disk full");
        };
        try (StreamSealer sealer = open(failing)) {
            sealer.startFile(file("a", 1000));
            assertThatThrownBy(() -> sealer.write(0, ByteBuffer.allocate(1000))).hasMessage("disk full");
            assertThatIllegalStateException().isThrownBy(() -> sealer.write(0, ByteBuffer.allocate(1000)));
            assertThatIllegalStateException().isThrownBy(() -> sealer.startFile(file("b", 1)));
            assertThatIllegalStateException().isThrownBy(sealer::finish);
        }
        assertThat(seen).containsExactly(0L);
    }

    @Test
    void aFileThatShrankWhileItWasReadIsAsLongAsWhatCameOfIt() {
        try (StreamSealer sealer = open((index, frame) -> {})) {
            sealer.startFile(file("a", 1000));
            sealer.write(0, ByteBuffer.allocate(100));
            sealer.shortenFile(ByteCount.of(100));
            assertThatThrownBy(() -> sealer.write(100, ByteBuffer.allocate(1)))
                    .isInstanceOf(Permanent.class)
                    .hasMessageContaining("beyond its size of 100");
        }
        try (StreamSealer sealer = open((index, frame) -> {})) {
            sealer.startFile(file("a", 1000));
            sealer.write(0, ByteBuffer.allocate(100));
            assertThatThrownBy(() -> sealer.shortenFile(ByteCount.of(99))).isInstanceOf(Permanent.class);
        }
    }

    @Test
    void aFinishedStreamTakesNothingMore() {
        try (StreamSealer sealer = open((index, frame) -> {})) {
            sealer.finish();
            assertThatIllegalStateException()
                    .isThrownBy(() -> sealer.startFile(file("a", 1)))
                    .withMessageContaining("FINISHED");
            assertThatIllegalStateException().isThrownBy(sealer::finish);
        }
    }

    @Test
    void twoStreamsOfOneOrderDifferInIdAndEveryFrame() {
        Sample one = Sample.small(RECIPE);
        Sample other = Sample.small(RECIPE.seeded(2));
        assertThat(one.receipt().stream()).isNotEqualTo(other.receipt().stream());
        assertThat(one.frames()).doesNotContainAnyElementsOf(other.frames());
    }

    @Test
    void oneSetOfBuffersServesOneStreamAtATime() {
        try (StreamSealer first = open((index, frame) -> {})) {
            assertThat(first.header().remaining()).isEqualTo(128);
            assertThatIllegalStateException().isThrownBy(() -> open((index, frame) -> {}));
        }
        open((index, frame) -> {}).close();
    }

    @Test
    void tripleDesNeedsAnAllowance() {
        SealingOptions options = SealingOptions.with(Compression.STANDARD);
        SealingOrder order = SealingOrder.sealed(
                options,
                Sample.context(Suite.TRIPLE_DES_3KEY),
                Sample.dataKey(Suite.TRIPLE_DES_3KEY).orElseThrow());
        assertThatExceptionOfType(Denied.class)
                .isThrownBy(() -> StreamSealer.open(order, random::nextBytes, buffers, (index, frame) -> {}))
                .matches(denied -> denied.code() == ChunkFailure.LEGACY_CIPHER_REFUSED);
    }

    /** C1: nothing is sealed without the key it needs. */
    @Test
    void theSuiteNoneRefusesAKeyAndACipherRefusesToBeWithoutOne() {
        SealingOptions options = SealingOptions.with(Compression.STANDARD);
        SecretBytes key = SecretBytes.takeOver(new byte[32]);
        SecretBytes shortKey = SecretBytes.takeOver(new byte[16]);
        for (SealingOrder order : List.of(
                SealingOrder.sealed(options, Sample.context(Suite.NONE), key),
                SealingOrder.sealed(options, Sample.context(Suite.AES_256), shortKey),
                SealingOrder.open(options, Sample.context(Suite.AES_256)))) {
            assertThatExceptionOfType(Permanent.class)
                    .isThrownBy(() -> StreamSealer.open(order, random::nextBytes, buffers, (index, frame) -> {}))
                    .matches(permanent -> permanent.code() == ChunkFailure.UNFIT_KEY);
        }
    }

    @Test
    void bytesBeyondTheSizeOfAFileAreRefused() {
        try (StreamSealer sealer = open((index, frame) -> {})) {
            sealer.startFile(file("a", 10));
            assertThatExceptionOfType(Permanent.class)
                    .isThrownBy(() -> sealer.write(1, ByteBuffer.allocate(10)))
                    .matches(permanent -> permanent.code() == ChunkFailure.UNFIT_FILE)
                    .withMessageContaining("\"a\"");
        }
    }

    /** R5: a sealer holds one chunk. */
    @Test
    void memoryStaysBoundedBecauseFramesLeaveAsTheyFill() {
        List<Integer> lengths = new ArrayList<>();
        try (StreamSealer sealer = open((index, frame) -> lengths.add(frame.remaining()))) {
            sealer.startFile(file("a", 100_000));
            for (int at = 0; at < 100_000; at += 100) {
                sealer.write(at, ByteBuffer.allocate(100));
                assertThat(lengths).hasSize((at + 100) / 256);
            }
            assertThat(sealer.finish().dataBytes()).isEqualTo(ByteCount.of(100_000));
        }
        assertThat(lengths).allMatch(length -> length <= 256 + 16 + 20);
    }

    private StreamSealer open(FrameSink sink) {
        return StreamSealer.open(Sample.order(RECIPE), random::nextBytes, buffers, sink);
    }

    private static FileEntry file(String path, long size) {
        return FileEntry.file(path, ByteCount.of(size), 0600, 1);
    }
}
