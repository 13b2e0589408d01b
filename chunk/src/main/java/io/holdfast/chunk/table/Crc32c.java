package io.holdfast.chunk.table;

/**
 * CRC-32C of parts, combined into the whole's: for PostgreSQL's backup_manifest. The method is zlib's crc32_combine (M. Adler):
 * the first sum is multiplied by x to the power of the second part's bits, modulo the Castagnoli polynomial.
 */
public final class Crc32c {
    private static final int POLYNOMIAL = 0x82F63B78;
    private static final int ONE = 1 << 31;
    private static final int BITS_OF_BYTE = 3;

    /** x to the power of 2^n. Unlike CRC-32's, this polynomial is not primitive: the powers repeat after 31, not 32. */
    private static final int[] POWERS = powers();

    private Crc32c() {}

    /**
     * The CRC-32C of two runs of bytes that follow each other.
     *
     * @param first of the first run
     * @param second of the second run
     * @param secondLength bytes of the second run
     */
    public static long combine(long first, long second, long secondLength) {
        int power = ONE;
        int bit = BITS_OF_BYTE;
        for (long rest = secondLength; rest != 0; rest >>>= 1) {
            if ((rest & 1) == 1) {
                power = product(POWERS[bit], power);
            }
            bit++;
        }
        return Integer.toUnsignedLong(product(power, (int) first)) ^ second;
    }

    private static int[] powers() {
        int[] powers = new int[Long.SIZE + BITS_OF_BYTE];
        powers[0] = 1 << 30;
        for (int n = 1; n < powers.length; n++) {
            powers[n] = product(powers[n - 1], powers[n - 1]);
        }
        return powers;
    }

    /** The product of two polynomials of bits in reflected order. */
    private static int product(int left, int right) {
        int product = 0;
        int shifted = right;
        for (int bit = ONE; bit != 0; bit >>>= 1) {
            if ((left & bit) != 0) {
                product ^= shifted;
            }
            shifted = (shifted >>> 1) ^ ((shifted & 1) == 1 ? POLYNOMIAL : 0);
        }
        return product;
    }
}
