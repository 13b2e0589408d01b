package io.holdfast.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.fuzzing.Fuzz;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Suite;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StreamFuzzTest {
    /** Buffers of one chunk, and what goes with a small stream. */
    private static final Fuzz.Limits LIMITS = new Fuzz.Limits(64L << 20);

    /** Without a key nothing is authentic, so that damage gets as far as the table and the decompressor. */
    @ParameterizedTest
    @EnumSource(Codec.class)
    void aStreamOfAnyBytesIsOpenedOrRefused(Codec codec) {
        Sample sample = Sample.small(Sample.Recipe.small(Suite.NONE, codec)).withoutReceipt();
        assertThat(Fuzz.run(
                        "stream-" + codec,
                        LIMITS,
                        List.of(sample.stream()),
                        input -> sample.with(input).open()))
                .isPositive();
    }

    @Test
    void aSealedStreamOfAnyBytesIsOpenedOrRefused() {
        Sample sample = Sample.small(Sample.Recipe.small(Suite.AES_256, Codec.ZSTD));
        assertThat(Fuzz.run(
                        "sealed",
                        LIMITS,
                        List.of(sample.stream()),
                        input -> sample.with(input).open()))
                .isPositive();
    }

    @Test
    void headersOfAnyBytesAreReadOrRefused() {
        byte[] stream = Sample.small(Sample.Recipe.small(Suite.AES_256, Codec.LZ4)).stream();
        StreamHeader header = StreamHeader.parse(ByteBuffer.wrap(stream));
        byte[] both = Arrays.copyOf(stream, StreamHeader.LENGTH + FrameHeader.LENGTH);
        assertThat(Fuzz.run("headers", LIMITS, List.of(both), input -> {
                    ByteBuffer bytes = ByteBuffer.wrap(input);
                    StreamHeader unused = StreamHeader.parse(bytes);
                    FrameHeader frame = FrameHeader.parse(bytes, header);
                    assertThat(frame.length()).isPositive();
                }))
                .isPositive();
    }
}
