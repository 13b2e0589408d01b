package io.holdfast.protocol.plan;

/** The two times at which stripes of a backup are planned. */
public enum Phase {
    /** While the backup is open: the database's files, or all streams of a verification. */
    DATA,
    /** After it was stopped: the control stripe and the log. */
    CLOSE
}
