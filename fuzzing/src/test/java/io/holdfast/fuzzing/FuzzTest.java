package io.holdfast.fuzzing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FuzzTest {
    private static final List<byte[]> GOOD =
            List.of("{\"size\": 1000, \"name\": \"one\"}".getBytes(StandardCharsets.UTF_8));
    private static final Fuzz.Limits LIMITS = new Fuzz.Limits(10 << 20);

    @Test
    void aReaderThatThrowsSomethingElseIsFound() {
        assertThatThrownBy(() -> Fuzz.run("brittle", LIMITS, GOOD, input -> {
                    if (input.length < 3) {
                        throw new ArrayIndexOutOfBoundsException("too short");
                    }
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("brittle fails with", "too short", "seed");
    }

    @Test
    void aReaderThatAllocatesWhatTheInputSaysIsFound() {
        assertThatThrownBy(() -> Fuzz.run("trusting", LIMITS, GOOD, input -> {
                    byte[] unused = new byte[input.length > 20 && (input[10] & 0xff) > 200 ? 50 << 20 : 1];
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("trusting allocates");
    }

    @Test
    void aReaderThatRefusesGoodInputsIsFound() {
        assertThatThrownBy(() -> Fuzz.run("deaf", LIMITS, GOOD, input -> {
                    throw new IllegalStateException("no");
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("deaf does not read a good input");
    }

    @Test
    void oneSeedMakesOneInput() {
        assertThat(new Mutations(GOOD, new Random(7)).next()).isEqualTo(new Mutations(GOOD, new Random(7)).next());
    }
}
