package io.holdfast.protocol.plan;

import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.quantity.Timeline;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What identifies a running server and how it stores pages. Orders carry it, and workers check it before and after each
 * stripe, so that a failover cannot mix two servers.
 *
 * @param systemIdentifier of the cluster, unsigned decimal
 * @param version as server_version_num, such as 180006
 * @param started when the postmaster started
 * @param permissions of its data directory, which all it makes follows; null in sets of before these were asked for
 */
public record ServerFacts(
        String systemIdentifier,
        Timeline timeline,
        int version,
        boolean pageChecksums,
        int blockSize,
        ByteCount walSegmentSize,
        Instant started,
        @Nullable Integer permissions) {
    private static final int PRIVATE = 0700;
    private static final int READ_AND_WRITE = 0666;

    /** The permission bits of its directories: 0700, or 0750 of a cluster with group access. */
    public int directoryMode() {
        return permissions == null ? PRIVATE : permissions;
    }

    /** The permission bits of its files: 0600 or 0640. */
    public int fileMode() {
        return directoryMode() & READ_AND_WRITE;
    }

    /** The major version, such as 18. */
    public int major() {
        return version / 10_000;
    }
}
