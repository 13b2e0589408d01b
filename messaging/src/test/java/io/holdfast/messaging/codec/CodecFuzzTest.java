package io.holdfast.messaging.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.fuzzing.Fuzz;
import io.holdfast.protocol.failure.Permanent;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CodecFuzzTest {
    private static final List<JsonCodec<?>> ALL = List.of(
            Codecs.JOB_REQUEST,
            Codecs.JOB_EVENT,
            Codecs.JOB_STATUS,
            Codecs.SESSION_ORDER,
            Codecs.STRIPE_ORDER,
            Codecs.RESTORE_ORDER,
            Codecs.SIGNED_MANIFEST,
            Codecs.KEY_SECTION,
            Codecs.MEMBER_STATUS);
    private static final int SAMPLES = 30;
    private static final Fuzz.Limits LIMITS = new Fuzz.Limits(400L << 20);

    @Test
    void aRecordOfAnyBytesIsReadOrRefused() {
        List<byte[]> good = ALL.stream().flatMap(CodecFuzzTest::samples).toList();
        assertThat(Fuzz.run("records", LIMITS, good, CodecFuzzTest::readByAll)).isPositive();
    }

    private static <T> Stream<byte[]> samples(JsonCodec<T> codec) {
        return IntStream.range(0, SAMPLES).mapToObj(seed -> codec.bytes(new RandomRecords(seed).next(codec.type())));
    }

    private static void readByAll(byte[] input) {
        @Nullable Permanent refused = null;
        int read = 0;
        for (JsonCodec<?> codec : ALL) {
            try {
                Object unused = codec.read(input);
                read++;
            } catch (Permanent e) {
                refused = e;
            }
        }
        if (read == 0 && refused != null) {
            throw refused;
        }
    }
}
