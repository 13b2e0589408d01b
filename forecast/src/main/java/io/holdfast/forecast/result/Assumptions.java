package io.holdfast.forecast.result;

import io.holdfast.forecast.calibrate.PageCipher;

/**
 * What a forecast takes for given.
 *
 * @param seed of all that is drawn at random
 */
public record Assumptions(PageCipher cipher, Layer layer, Log log, EngineFactor read, EngineFactor write, long seed) {
    /** Where encryption would be. */
    public enum Layer {
        /** In the database engine: each page that it reads or writes. */
        ENGINE,
        /** In the file system or below: what reaches the block device. */
        DEVICE
    }

    /** What becomes of the engine's log. */
    public enum Log {
        /** Encrypted too, in the foreground. */
        ENCRYPTED,
        /** As it is. */
        PLAIN
    }

    /**
     * How many times the cipher's own time an engine takes for a page: copies, checksums, look-ups of keys.
     *
     * @param origin where the figures come from
     */
    public record EngineFactor(double low, double middle, double high, String origin) {
        /** For reads, as measured on MariaDB 10.11; the cipher alone is the lower end. */
        public static final EngineFactor USUAL_READ = new EngineFactor(1, 2.1, 3, "MariaDB 10.11 elsewhere");

        /** For writes, as measured on MariaDB 10.11; the cipher alone is the lower end. */
        public static final EngineFactor USUAL_WRITE = new EngineFactor(1, 2.5, 3.5, "MariaDB 10.11 elsewhere");
    }
}
