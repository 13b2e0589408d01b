package io.holdfast.protocol.job;

/** How the checkpoint at the start of a backup is written. */
public enum Checkpoint {
    /** At once. */
    FAST,
    /** Over the server's usual checkpoint time, gently. */
    SPREAD
}
