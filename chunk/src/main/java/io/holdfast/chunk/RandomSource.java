package io.holdfast.chunk;

/** Where a stream's id and initialisation vectors come from: {@code new SecureRandom()::nextBytes}, or fixed bytes in a test. */
@FunctionalInterface
public interface RandomSource {
    /** Fills all of {@code target} with bytes that nobody can predict. */
    void fill(byte[] target);
}
