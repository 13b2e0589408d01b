package io.holdfast.protocol.session;

import io.holdfast.protocol.manifest.WalRange;
import io.holdfast.protocol.quantity.Lsn;
import java.time.Instant;

/** What a session knows once the backup is stopped. */
public record ClosedFacts(Lsn stopLsn, Instant stopTime, WalRange wal) {}
