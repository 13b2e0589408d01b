package io.holdfast.engine;

import io.holdfast.protocol.quantity.Lsn;
import java.time.Instant;

/**
 * What a server says when a backup begins.
 *
 * @param startLsn where recovery of the set begins
 * @param startTime by the server's clock
 */
public record StartedBackup(Lsn startLsn, Instant startTime) {}
