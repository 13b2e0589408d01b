package io.holdfast.chunk.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.holdfast.chunk.ChunkFailure;
import io.holdfast.chunk.Sample;
import io.holdfast.chunk.open.StreamExpectation;
import io.holdfast.chunk.write.SealingOptions;
import io.holdfast.chunk.write.SealingOrder;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.StreamContext;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.failure.Corrupt;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

final class WholeStreamTest {
    private static final StreamContext CONTEXT = Sample.context(Suite.NONE);

    private final SequencedMap<String, Bytes> files = new LinkedHashMap<>();

    @Test
    void aListOfReceiptsGoesInAndComesOut() {
        files.put("receipts-0000", text("{\"stripe\":7}\n".repeat(100_000)));
        files.put("receipts-0001", text(""));
        WholeStream sealed = seal();
        StreamExpectation expectation = StreamExpectation.of(CONTEXT, Optional.empty(), sealed.receipt());
        assertThat(WholeStream.open(sealed.stream(), expectation)).isEqualTo(files);
    }

    @Test
    void anotherReceiptIsRefused() {
        files.put("receipts-0000", text("one"));
        WholeStream one = seal();
        WholeStream other = seal();
        StreamExpectation expectation = StreamExpectation.of(CONTEXT, Optional.empty(), other.receipt());
        assertThatExceptionOfType(Corrupt.class)
                .isThrownBy(() -> WholeStream.open(one.stream(), expectation))
                .matches(corrupt -> corrupt.code() == ChunkFailure.DAMAGED_HEADER);
    }

    @Test
    void whatWouldNotFitIntoMemoryIsRefused() {
        files.put("zeros", Bytes.of(new byte[WholeStream.LARGEST + 1]));
        WholeStream sealed = seal();
        assertThat(sealed.stream().length()).isLessThan(1 << 20);
        StreamExpectation expectation = StreamExpectation.of(CONTEXT, Optional.empty(), sealed.receipt());
        assertThatExceptionOfType(Corrupt.class)
                .isThrownBy(() -> WholeStream.open(sealed.stream(), expectation))
                .matches(corrupt -> corrupt.code() == ChunkFailure.TOO_LARGE_FOR_MEMORY);
    }

    private WholeStream seal() {
        SealingOrder order = SealingOrder.open(SealingOptions.with(Compression.STANDARD), CONTEXT);
        return WholeStream.seal(order, new SecureRandom()::nextBytes, files);
    }

    private static Bytes text(String text) {
        return Bytes.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
