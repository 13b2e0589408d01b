package io.holdfast.forecast.calibrate;

/**
 * How long one page takes with a context of its own.
 *
 * @param provider who computed it, with its version
 * @param threads how many worked at once; the time is that of one page in one of them
 */
public record CipherSpeed(
        PageCipher cipher, Direction direction, int pageBytes, int threads, String provider, Spread nanos) {}
