package io.holdfast.cli.demo;

/**
 * What transaction {@code number} does: it adds {@code delta} to the balance of {@code account} and writes that down in the
 * history with {@code note}.
 */
record Step(long number, int account, long delta, String note) {
    /** The step of a seed; accounts count from 1. The mixing is SplitMix64's (Steele, Lea, Flood 2014). */
    static Step of(long seed, long number, int accounts) {
        long z = seed + number * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        z ^= z >>> 31;
        int account = (int) Long.remainderUnsigned(z, accounts) + 1;
        long delta = (z >>> 40) % 2001 - 1000;
        return new Step(number, account, delta, Long.toHexString(z));
    }
}
