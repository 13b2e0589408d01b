package io.holdfast.protocol.manifest;

import io.holdfast.protocol.quantity.Lsn;
import io.holdfast.protocol.quantity.Timeline;

/** The log that a set needs and holds: every segment file from the first to the last, on one timeline. */
public record WalRange(Timeline timeline, Lsn start, Lsn stop, String firstSegment, String lastSegment) {}
