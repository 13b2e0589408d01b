package io.holdfast.coordinator.plan;

import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.quantity.ByteCount;

/**
 * How large a stripe may be.
 *
 * @param bytes of the database, at least 1 MiB
 * @param entries extents and directories
 */
public record StripeLimits(ByteCount bytes, int entries) {
    /** Where a large file is cut: a multiple of every page size. */
    static final long CUT = 1 << 20;

    /** The JSON of a stripe's extents stays below this by estimate, so that the record stays below 900 KiB. */
    static final int JSON_BYTES = 600_000;

    /** 256 MiB and 4,096 entries. */
    public static final StripeLimits STANDARD = new StripeLimits(ByteCount.of(256L << 20), 4_096);

    public StripeLimits {
        if (bytes.number() < CUT || bytes.number() > 4096 * CUT || entries < 1 || entries > 4_096) {
            throw Permanent.invalid(
                    "a stripe has 1 MiB to 4 GiB and 1 to 4096 entries", bytes + ", " + entries + " entries");
        }
    }
}
