package io.holdfast.protocol.plan;

import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.quantity.Timeline;
import java.time.Instant;

/**
 * What identifies a running server and how it stores pages. Orders carry it, and workers check it before and after each
 * stripe, so that a failover cannot mix two servers.
 *
 * @param systemIdentifier of the cluster, unsigned decimal
 * @param version as server_version_num, such as 180006
 * @param started when the postmaster started
 */
public record ServerFacts(
        String systemIdentifier,
        Timeline timeline,
        int version,
        boolean pageChecksums,
        int blockSize,
        ByteCount walSegmentSize,
        Instant started) {
    /** The major version, such as 18. */
    public int major() {
        return version / 10_000;
    }
}
