package io.holdfast.forecast.calibrate;

import io.holdfast.forecast.host.HostFacts;
import java.security.Provider;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Measures how fast this machine encrypts and decrypts pages. The procedures that the source names for it are {@code
 * CryptSymAlg_TestSpeed}, {@code CryptAsymAlg_TestSpeed} and {@code CryptAcquireContext_TestSpeed}.
 */
public final class Calibrator {
    /** The page sizes of PostgreSQL and of InnoDB, in bytes. */
    public static final List<Integer> PAGES = List.of(8_192, 16_384);

    private static final List<Integer> RSA_BITS = List.of(512, 1024, 2048, 3072, 4096);
    private static final double SHARE_OF_WARM_UP = 0.15;
    private static final double SHARE_OF_RSA = 0.08;
    private static final double SHARE_OF_CONTEXTS = 0.04;
    private static final double SHARE_OF_PAGES = 0.6; // what is left is for making RSA keys

    /** Java compiles a cipher after so many calls, and until then it has a hundredth of its speed; short pages get there soonest. */
    private static final int WARM_UP_PAGES = 50_000;

    private static final int WARM_UP_BYTES = 512;

    private final LongSupplier clock;
    private final Progress progress;

    /** Hears what is measured next. */
    @FunctionalInterface
    public interface Progress {
        /** Step {@code done} of {@code steps} begins. */
        void next(String step, int done, int steps);
    }

    /** {@code clock} gives nanoseconds. */
    public Calibrator(LongSupplier clock, Progress progress) {
        this.clock = clock;
        this.progress = progress;
    }

    /** What is measured of one cipher at a time. */
    private record Step(PageCipher cipher, Provider provider, Direction direction, int pageBytes, int threads) {
        String words() {
            return cipher + " " + direction.name().toLowerCase(java.util.Locale.ROOT) + " " + pageBytes / 1024
                    + " KiB, " + threads + (threads == 1 ? " thread" : " threads");
        }
    }

    /** Measures for about {@code seconds} on {@code host}. */
    public Calibration run(HostFacts host, Instant begun, int seconds) {
        List<Step> steps = steps(host.processors());
        List<PageCipher> there = steps.stream().map(Step::cipher).distinct().toList();
        List<PageCipher> absent = Arrays.stream(PageCipher.values())
                .filter(cipher -> !there.contains(cipher))
                .toList();
        double nanos = seconds * 1e9;
        int all = steps.size() + RSA_BITS.size() + 1;
        progress.next("warming up", 0, all);
        Stopwatch watch = new Stopwatch(clock);
        warmUp(there, (long) (nanos * SHARE_OF_WARM_UP / there.size() / 2));
        List<CipherSpeed> speeds = new ArrayList<>();
        for (Step step : steps) {
            progress.next(step.words(), speeds.size(), all);
            speeds.add(measure(watch, step, (long) (nanos * SHARE_OF_PAGES / steps.size())));
        }
        List<AsymmetricSpeed> asymmetric = new ArrayList<>();
        for (int bits : RSA_BITS) {
            progress.next("RSA-" + bits, steps.size() + asymmetric.size(), all);
            long each = (long) (nanos * SHARE_OF_RSA / RSA_BITS.size() / 2);
            RsaWork rsa = new RsaWork(bits);
            asymmetric.add(new AsymmetricSpeed(bits, watch.time(rsa::wrap, each), watch.time(rsa::unwrap, each)));
        }
        progress.next("contexts", all - 1, all);
        List<ContextCost> contexts = there.stream()
                .map(cipher -> context(watch, cipher, (long) (nanos * SHARE_OF_CONTEXTS / there.size())))
                .toList();
        return new Calibration(id(begun), begun, host, seconds, speeds, asymmetric, contexts, absent);
    }

    private void warmUp(List<PageCipher> ciphers, long nanos) {
        for (PageCipher cipher : ciphers) {
            for (Direction direction : Direction.values()) {
                PageWork work = new PageWork(cipher, Providers.of(cipher).orElseThrow(), direction, WARM_UP_BYTES);
                long begun = clock.getAsLong();
                for (int i = 0; i < WARM_UP_PAGES && clock.getAsLong() - begun < nanos; i++) {
                    work.page();
                }
            }
        }
    }

    private static String id(Instant begun) {
        return "calibration-" + begun.toString().replaceAll("[^0-9TZ]", "").replaceFirst("(?<=T\\d{6})\\d+", "");
    }

    private static List<Step> steps(int processors) {
        List<Integer> threads = Stream.of(1, processors).distinct().toList();
        List<Step> steps = new ArrayList<>();
        for (PageCipher cipher : PageCipher.values()) {
            Optional<Provider> provider = Providers.of(cipher);
            for (Direction direction : Direction.values()) {
                for (int page : PAGES) {
                    for (int count : threads) {
                        provider.ifPresent(one -> steps.add(new Step(cipher, one, direction, page, count)));
                    }
                }
            }
        }
        return steps;
    }

    private static CipherSpeed measure(Stopwatch watch, Step step, long nanos) {
        Spread spread = watch.time(
                () -> new PageWork(step.cipher(), step.provider(), step.direction(), step.pageBytes())::page,
                step.threads(),
                nanos);
        return new CipherSpeed(
                step.cipher(),
                step.direction(),
                step.pageBytes(),
                step.threads(),
                step.provider().getName() + " " + step.provider().getVersionStr(),
                spread);
    }

    private static ContextCost context(Stopwatch watch, PageCipher cipher, long nanos) {
        Provider provider = Providers.of(cipher).orElseThrow();
        PageWork work = new PageWork(cipher, provider, Direction.ENCRYPT, PAGES.getFirst());
        return new ContextCost(cipher, watch.time(work::contextAlone, nanos));
    }
}
