package io.holdfast.engine.postgresql;

/**
 * The CRC-32C of two runs of bytes put together, from the CRCs of each: the first is moved over as many zero bytes as the
 * second is long, by squaring in GF(2) modulo the Castagnoli polynomial (Mark Adler's method in zlib's crc32_combine).
 */
public final class Crc32cCombine {
    private static final int REFLECTED_POLYNOMIAL = 0x82F63B78;
    private static final int ONE = 0x80000000;

    /** x to the power of 2^k, k from 0 to 63, reflected. */
    private static final int[] POWERS = powers();

    private Crc32cCombine() {}

    /**
     * The CRC of both runs together.
     *
     * @param first CRC-32C of the first run, as {@link java.util.zip.CRC32C#getValue()} gives it
     * @param second CRC-32C of the second run
     * @param secondLength bytes of the second run
     * @return CRC-32C of the first run followed by the second
     */
    public static long combine(long first, long second, long secondLength) {
        int moved = multiply(powerOfBytes(secondLength), (int) first);
        return (moved ^ (int) second) & 0xFFFFFFFFL;
    }

    /** x to the power of 8 times {@code bytes}. */
    private static int powerOfBytes(long bytes) {
        int product = ONE;
        int k = 3;
        for (long rest = bytes; rest != 0; rest >>>= 1) {
            if ((rest & 1) != 0) {
                product = multiply(POWERS[k & 63], product);
            }
            k++;
        }
        return product;
    }

    private static int multiply(int a, int b) {
        int product = 0;
        int factor = b;
        for (int bit = ONE; bit != 0; bit >>>= 1) {
            if ((a & bit) != 0) {
                product ^= factor;
            }
            factor = (factor & 1) != 0 ? (factor >>> 1) ^ REFLECTED_POLYNOMIAL : factor >>> 1;
        }
        return product;
    }

    private static int[] powers() {
        int[] powers = new int[64];
        int power = ONE >>> 1;
        for (int k = 0; k < powers.length; k++) {
            powers[k] = power;
            power = multiply(power, power);
        }
        return powers;
    }
}
