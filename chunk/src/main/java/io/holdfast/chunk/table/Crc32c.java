package io.holdfast.chunk.table;

/** CRC-32C of parts, combined into the whole's: for PostgreSQL's backup_manifest. */
@SuppressWarnings("DoNotCallSuggester")
public final class Crc32c {
    private Crc32c() {}

    /**
     * The CRC-32C of two runs of bytes that follow each other.
     *
     * @param first of the first run
     * @param second of the second run
     * @param secondLength bytes of the second run
     */
    public static long combine(long first, long second, long secondLength) {
        throw new UnsupportedOperationException();
    }
}
