package io.holdfast.fuzzing;

import com.sun.management.ThreadMXBean;
import io.holdfast.protocol.failure.Failure;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a reader with damaged inputs for a while. It may take or refuse each of them; anything but a {@link Failure} is a defect, as
 * is an input that takes too long or more memory than its limit. An input that is refused in a new way is damaged further, which
 * leads deeper. The input that shows a defect is kept in a file.
 *
 * <p>Without settings each reader is fed the same inputs everywhere, so that a build fails for its own changes only.
 * {@code -Dholdfast.fuzz.seconds=N} looks for new ones: it feeds each reader for that long, beginning with a seed of its own or with
 * {@code -Dholdfast.fuzz.seed=N}.
 */
public final class Fuzz {
    private static final @Nullable Integer SEARCH_SECONDS = Integer.getInteger("holdfast.fuzz.seconds");
    private static final int SECONDS = SEARCH_SECONDS == null ? 5 : SEARCH_SECONDS;
    private static final long MOST_INPUTS = SEARCH_SECONDS == null ? 20_000 : Long.MAX_VALUE;
    private static final long FIRST_SEED = SEARCH_SECONDS == null ? 1 : new Random().nextInt(Integer.MAX_VALUE);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration MOST_CPU = Duration.ofSeconds(5);
    private static final int MOST_CORPUS = 2_000;
    private static final int CALLS = 6;
    private static final int HEAD = 64;

    private final String name;
    private final Limits limits;
    private final List<byte[]> corpus;

    /**
     * How much one input may take.
     *
     * @param allocated bytes on the heap
     */
    public record Limits(long allocated) {}

    /** Reads an input, or refuses it by a {@link Failure}. */
    @FunctionalInterface
    public interface Reader {
        /** May throw a {@link Failure}; must not throw anything else. */
        void read(byte[] input) throws IOException;
    }

    /** One input and where it came from. */
    private static final class Trial {
        private final long seed;
        private final byte[] input;

        Trial(long seed, byte[] input) {
            this.seed = seed;
            this.input = input;
        }

        String head() {
            return HexFormat.of().formatHex(input, 0, Math.min(HEAD, input.length));
        }
    }

    private Fuzz(String name, Limits limits, List<byte[]> corpus) {
        this.name = name;
        this.limits = limits;
        this.corpus = new ArrayList<>(corpus);
    }

    /**
     * Feeds a reader; returns how many inputs it read or refused.
     *
     * @param good inputs to begin with, which the reader must take
     * @throws AssertionError a defect was found
     */
    public static long run(String name, Limits limits, List<byte[]> good, Reader reader) {
        for (byte[] input : good) {
            try {
                reader.read(input);
            } catch (IOException | RuntimeException e) {
                throw new AssertionError(name + " does not read a good input: " + e, e);
            }
        }
        return new Fuzz(name, limits, good).feed(reader);
    }

    private long feed(Reader reader) {
        AtomicReference<@Nullable Trial> current = new AtomicReference<>();
        AtomicReference<@Nullable AssertionError> found = new AtomicReference<>();
        long[] count = new long[1];
        Thread thread = Thread.ofPlatform().daemon().name("fuzz-" + name).start(() -> {
            try {
                count[0] = loop(reader, current);
            } catch (AssertionError e) {
                found.set(e);
            }
        });
        try {
            if (!thread.join(Duration.ofSeconds(SECONDS).plus(PATIENCE))) {
                throw defect(current.get(), "does not come to an end with", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
        AssertionError defect = found.get();
        if (defect != null) {
            throw defect;
        }
        System.out.println("fuzzed " + name + ": " + count[0] + " inputs, " + corpus.size() + " kept");
        return count[0];
    }

    private long loop(Reader reader, AtomicReference<@Nullable Trial> current) {
        long first = Long.getLong("holdfast.fuzz.seed", FIRST_SEED);
        long end = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
        Set<String> known = new HashSet<>();
        long seed = first;
        for (; System.nanoTime() < end && seed - first < MOST_INPUTS; seed++) {
            Trial trial = new Trial(seed, new Mutations(corpus, new Random(seed)).next());
            current.set(trial);
            String outcome = outcome(reader, trial);
            if (known.add(outcome) && corpus.size() < MOST_CORPUS) {
                corpus.add(trial.input);
            }
        }
        return seed - first;
    }

    private String outcome(Reader reader, Trial trial) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = threads.getCurrentThreadAllocatedBytes();
        long cpu = threads.getCurrentThreadCpuTime();
        String outcome;
        try {
            reader.read(trial.input);
            outcome = "taken";
        } catch (Failure e) {
            outcome = e.code().code() + where(e);
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw defect(trial, "fails with " + e + " on", e);
        }
        long took = threads.getCurrentThreadCpuTime() - cpu;
        if (took > MOST_CPU.toNanos()) {
            throw defect(trial, "needs " + took / 1_000_000 + " ms of CPU for", null);
        }
        long memory = threads.getCurrentThreadAllocatedBytes() - allocated;
        if (memory > limits.allocated()) {
            throw defect(trial, "allocates " + memory + " bytes, more than " + limits.allocated() + ", for", null);
        }
        return outcome;
    }

    /** The innermost calls; the outermost are the same for all inputs. */
    private static String where(Throwable refused) {
        return Arrays.stream(refused.getStackTrace())
                .limit(CALLS)
                .map(StackTraceElement::toString)
                .collect(Collectors.joining(" "));
    }

    private AssertionError defect(@Nullable Trial trial, String what, @Nullable Throwable cause) {
        if (trial == null) {
            return new AssertionError(name + " " + what + " its first input", cause);
        }
        return new AssertionError(
                name + " " + what + " the input of seed " + trial.seed + " (" + trial.input.length + " bytes, "
                        + trial.head()
                        + "…, whole in "
                        + kept(trial) + ")",
                cause);
    }

    private String kept(Trial trial) {
        try {
            Path file = Files.createTempFile("holdfast-fuzz-" + name + "-", ".bin");
            Files.write(file, trial.input);
            return file.toString();
        } catch (IOException e) {
            return "no file: " + e;
        }
    }
}
