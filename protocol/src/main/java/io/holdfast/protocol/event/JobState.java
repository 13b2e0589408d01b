package io.holdfast.protocol.event;

/**
 * The states of a job, in order: within an attempt a job only moves to a later one. A restore or verification knows ACCEPTED,
 * OPENING (its orders are out), RUNNING and the terminal ones.
 */
public enum JobState {
    /** Valid and written down. */
    ACCEPTED(false),
    /** A session was ordered; it opens the backup on the database, or plans the verification. */
    OPENING(false),
    /** Stripes are being worked on. */
    RUNNING(false),
    /** All planned stripes are sealed; the session is told to stop the backup, and the log's stripes are sealed. */
    CLOSING(false),
    /** Everything is sealed; the stripe index is being written. */
    INDEXING(false),
    /** The point of no return: the manifest is being published. */
    PUBLISHING(false),
    /** Done, read back, listed. */
    COMPLETE(true),
    /** Ended without effect; the reason is in the status. */
    FAILED(true),
    /** Ended because somebody asked. */
    CANCELLED(true);

    private final boolean terminal;

    JobState(boolean terminal) {
        this.terminal = terminal;
    }

    /** Whether nothing follows. */
    public boolean terminal() {
        return terminal;
    }
}
