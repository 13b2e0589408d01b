package io.holdfast.fuzzing;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes a damaged input out of good ones: a few cuts, copies, flips and insertions, chosen by the random source. */
final class Mutations {
    private static final int MOST_STEPS = 6;
    private static final int LONGEST = 1 << 20;
    private static final int DEEP = 20_000;
    private static final long[] EDGES = {
        0,
        1,
        -1,
        127,
        128,
        255,
        256,
        32_767,
        65_535,
        65_536,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };
    private static final List<String> WORDS = List.of(
            "null",
            "true",
            "-0",
            "1e999",
            "99999999999999999999",
            "\"\"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "{}",
            "[]",
            "[".repeat(DEEP),
            "{\"a\":".repeat(DEEP),
            "&a [*a,*a]",
            "!!java.lang.Runtime []",
            "../../etc/passwd",
            "\n",
            "\0",
            "\r\n---\n",
            "a".repeat(70_000));

    private final List<byte[]> corpus;
    private final Random random;

    Mutations(List<byte[]> corpus, Random random) {
        this.corpus = corpus;
        this.random = random;
    }

    byte[] next() {
        byte[] input = any().clone();
        for (int steps = 1 + random.nextInt(MOST_STEPS); steps > 0; steps--) {
            input = step(input);
        }
        return input.length > LONGEST ? Arrays.copyOf(input, LONGEST) : input;
    }

    private byte[] any() {
        return corpus.get(random.nextInt(corpus.size()));
    }

    private byte[] step(byte[] input) {
        if (input.length == 0) {
            return any().clone();
        }
        int from = random.nextInt(input.length);
        int length = 1 + random.nextInt(Math.min(input.length - from, random.nextBoolean() ? 8 : input.length));
        return switch (random.nextInt(10)) {
            case 0 -> flipped(input, from);
            case 1 -> number(input, from);
            case 2 -> replaced(input, from, length, new byte[0]);
            case 3 -> replaced(input, from, 0, Arrays.copyOfRange(input, from, from + length));
            case 4 -> Arrays.copyOf(input, from);
            case 5 -> spliced(input, from);
            case 6 -> replaced(input, from, 0, word());
            case 7 -> replaced(input, from, length, word());
            case 8 -> digits(input, from);
            default -> noise(input, from, length);
        };
    }

    private byte[] flipped(byte[] input, int at) {
        input[at] ^= (byte) (1 << random.nextInt(8));
        return input;
    }

    /** A number at the edge of its kind, little or big endian, over what stands there. */
    private byte[] number(byte[] input, int at) {
        long edge = EDGES[random.nextInt(EDGES.length)] + random.nextInt(3) - 1;
        int width = 1 << random.nextInt(4);
        boolean little = random.nextBoolean();
        for (int i = 0; i < width && at + i < input.length; i++) {
            int shift = 8 * (little ? i : width - 1 - i);
            input[at + i] = (byte) (edge >> shift);
        }
        return input;
    }

    /** The digits that follow, if there are some, become another number. */
    private byte[] digits(byte[] input, int at) {
        int from = at;
        while (from < input.length && (input[from] < '0' || input[from] > '9')) {
            from++;
        }
        int to = from;
        while (to < input.length && input[to] >= '0' && input[to] <= '9') {
            to++;
        }
        String text = Long.toString(EDGES[random.nextInt(EDGES.length)]);
        return replaced(input, from, to - from, text.getBytes(StandardCharsets.US_ASCII));
    }

    private byte[] spliced(byte[] input, int at) {
        byte[] other = any();
        int from = other.length == 0 ? 0 : random.nextInt(other.length);
        return replaced(input, at, input.length - at, Arrays.copyOfRange(other, from, other.length));
    }

    private byte[] noise(byte[] input, int from, int length) {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        System.arraycopy(noise, 0, input, from, length);
        return input;
    }

    private byte[] word() {
        return WORDS.get(random.nextInt(WORDS.size())).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] replaced(byte[] input, int from, int length, byte[] by) {
        byte[] output = new byte[input.length - length + by.length];
        System.arraycopy(input, 0, output, 0, from);
        System.arraycopy(by, 0, output, from, by.length);
        System.arraycopy(input, from + length, output, from + by.length, input.length - from - length);
        return output;
    }
}
