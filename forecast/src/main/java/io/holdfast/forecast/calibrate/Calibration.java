package io.holdfast.forecast.calibrate;

import io.holdfast.forecast.host.HostFacts;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How fast one machine was at one time.
 *
 * @param id the name of its file
 * @param seconds how long it was measured
 * @param absent ciphers that this Java lacks
 */
public record Calibration(
        String id,
        Instant begun,
        HostFacts host,
        int seconds,
        List<CipherSpeed> ciphers,
        List<AsymmetricSpeed> asymmetric,
        List<ContextCost> contexts,
        List<PageCipher> absent) {

    public Calibration {
        ciphers = List.copyOf(ciphers);
        asymmetric = List.copyOf(asymmetric);
        contexts = List.copyOf(contexts);
        absent = List.copyOf(absent);
    }

    /** Of pages of that size, with {@code threads} at work; of the nearest size where that one was not measured. */
    public Optional<CipherSpeed> speed(PageCipher cipher, Direction direction, int pageBytes, int threads) {
        return ciphers.stream()
                .filter(one -> one.cipher() == cipher && one.direction() == direction)
                .min((a, b) -> Long.compare(distance(a, pageBytes, threads), distance(b, pageBytes, threads)));
    }

    private static long distance(CipherSpeed one, int pageBytes, int threads) {
        return Math.abs(one.pageBytes() - (long) pageBytes) * 1_000 + Math.abs(one.threads() - threads);
    }

    /** What acquiring the cipher takes. */
    public Optional<Spread> context(PageCipher cipher) {
        return contexts.stream()
                .filter(one -> one.cipher() == cipher)
                .map(ContextCost::nanos)
                .findFirst();
    }
}
