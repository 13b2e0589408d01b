package io.holdfast.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdfast.chunk.Sample.Recipe;
import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.chunk.open.StreamExpectation;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.failure.Failure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No change of a stream, however small, is taken for the stream. */
final class DamageTest {
    @ParameterizedTest
    @EnumSource(Suite.class)
    void everyEarlyEndIsTruncatedOrNoHeader(Suite suite) {
        Sample sample = Sample.small(Recipe.small(suite, Codec.NONE)).withoutReceipt();
        for (int length = 0; length < sample.stream().length; length++) {
            Failure failure = failure(sample.with(Arrays.copyOf(sample.stream(), length)));
            assertThat(code(failure))
                    .as("%d bytes", length)
                    .isEqualTo(length < StreamHeader.LENGTH ? ChunkFailure.BAD_HEADER : ChunkFailure.TRUNCATED);
        }
    }

    @ParameterizedTest
    @EnumSource(Suite.class)
    void everySwapOfTwoFramesIsReordered(Suite suite) {
        Sample sample = Sample.small(Recipe.small(suite, Codec.ZSTD));
        List<byte[]> frames = sample.frames();
        assertThat(frames).hasSizeGreaterThan(3);
        for (int one = 0; one < frames.size(); one++) {
            for (int other = 0; other < one; other++) {
                List<byte[]> swapped = new ArrayList<>(frames);
                Collections.swap(swapped, one, other);
                assertThat(code(failure(sample.withFrames(swapped))))
                        .as("%d and %d", one, other)
                        .isEqualTo(ChunkFailure.REORDERED);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Suite.class)
    void everyLostFrameIsMissingAndTheLastIsTruncated(Suite suite) {
        Sample sample = Sample.small(Recipe.small(suite, Codec.ZSTD));
        List<byte[]> frames = sample.frames();
        for (int lost = 0; lost < frames.size(); lost++) {
            List<byte[]> rest = new ArrayList<>(frames);
            rest.remove(lost);
            boolean last = lost == frames.size() - 1;
            assertThat(code(failure(sample.withFrames(rest))))
                    .as("frame %d", lost)
                    .isEqualTo(last ? ChunkFailure.TRUNCATED : ChunkFailure.MISSING_FRAME);
        }
    }

    @ParameterizedTest
    @EnumSource(Suite.class)
    void everyRepeatedFrameIsReorderedOrSpliced(Suite suite) {
        Sample sample = Sample.small(Recipe.small(suite, Codec.ZSTD));
        List<byte[]> frames = sample.frames();
        for (int twice = 0; twice < frames.size(); twice++) {
            List<byte[]> more = new ArrayList<>(frames);
            more.add(twice, frames.get(twice));
            boolean last = twice == frames.size() - 1;
            assertThat(code(failure(sample.withFrames(more))))
                    .as("frame %d", twice)
                    .isEqualTo(last ? ChunkFailure.SPLICED : ChunkFailure.REORDERED);
        }
    }

    @ParameterizedTest
    @EnumSource(Suite.class)
    void aFrameOfAnotherAttemptIsDamage(Suite suite) {
        Sample sample = Sample.small(Recipe.small(suite, Codec.ZSTD));
        List<byte[]> others =
                Sample.small(Recipe.small(suite, Codec.ZSTD).seeded(2)).frames();
        for (int at = 0; at < others.size(); at++) {
            List<byte[]> mixed = new ArrayList<>(sample.frames());
            mixed.set(at, others.get(at));
            assertThat(code(failure(sample.withFrames(mixed)))).isEqualTo(ChunkFailure.DAMAGED_CHUNK);
        }
    }

    @ParameterizedTest
    @EnumSource(Suite.class)
    void bytesAfterTheEndAreSpliced(Suite suite) {
        Sample sample = Sample.small(Recipe.small(suite, Codec.ZSTD));
        byte[] longer = Arrays.copyOf(sample.stream(), sample.stream().length + 1);
        assertThat(code(failure(sample.with(longer)))).isEqualTo(ChunkFailure.SPLICED);
    }

    @ParameterizedTest
    @EnumSource(value = Suite.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void anotherKeyIsAWrongKey(Suite suite) {
        Sample sample = Sample.small(Recipe.small(suite, Codec.ZSTD));
        Optional<SecretBytes> other = Optional.of(SecretBytes.takeOver(new byte[32]));
        StreamExpectation expectation = StreamExpectation.of(Sample.context(suite), other, sample.receipt());
        assertThat(code(failure(sample.expecting(expectation)))).isEqualTo(ChunkFailure.WRONG_KEY);
    }

    @ParameterizedTest
    @EnumSource(Suite.class)
    void anotherSuiteThanTheExpectedOneIsAWrongContext(Suite suite) {
        Sample sample = Sample.small(Recipe.small(suite, Codec.ZSTD));
        for (Suite expected : Set.of(Suite.AES_256, Suite.AES_128, Suite.TRIPLE_DES_3KEY, Suite.NONE)) {
            if (expected != suite) {
                Optional<SecretBytes> key = Sample.dataKey(expected);
                StreamExpectation expectation = StreamExpectation.withoutReceipt(Sample.context(expected), key);
                assertThat(code(failure(sample.expecting(expectation)))).isEqualTo(ChunkFailure.WRONG_CONTEXT);
            }
        }
    }

    @Test
    void aStreamOfAnotherReceiptHasADamagedHeader() {
        Sample sample = Sample.small(Recipe.small(Suite.AES_256, Codec.ZSTD));
        Sample other = Sample.small(Recipe.small(Suite.AES_256, Codec.ZSTD).seeded(2));
        assertThat(code(failure(sample.with(other.stream())))).isEqualTo(ChunkFailure.DAMAGED_HEADER);
    }

    @Test
    void aMessageNamesStreamAndFrame() {
        Sample sample = Sample.small(Recipe.small(Suite.AES_256, Codec.NONE));
        List<byte[]> frames = sample.frames();
        int inFrameOne = StreamHeader.LENGTH + frames.getFirst().length + FrameHeader.LENGTH + 3;
        Failure failure = failure(sample.with(flipped(sample.stream(), inFrameOne, 1)));
        assertThat(failure.what()).contains(sample.receipt().stream().text()).contains("1: it does not authenticate");
    }

    private static byte[] flipped(byte[] stream, int at, int flip) {
        byte[] damaged = stream.clone();
        damaged[at] ^= (byte) flip;
        return damaged;
    }

    private static Failure failure(Sample sample) {
        return catchThrowableOfType(Failure.class, sample::open);
    }

    private static Object code(Failure failure) {
        return failure.code();
    }
}
