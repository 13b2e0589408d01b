package io.holdfast.protocol.job;

/** What an agent does once the files are in place. */
public enum AfterRestore {
    /** Leaves the instance stopped, ready to recover when it is started. */
    LEAVE,
    /** Starts it, waits until it has recovered, and leaves it running. */
    START,
    /** Starts it, waits until it has recovered, checks it, and stops it. */
    PROVE
}
