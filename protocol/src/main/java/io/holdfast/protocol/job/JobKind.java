package io.holdfast.protocol.job;

/** The kinds of job. */
public enum JobKind {
    /** Makes a backup set. */
    BACKUP,
    /** Rebuilds an instance from a set. */
    RESTORE,
    /** Checks a set where it lies. */
    VERIFY,
    /** Changes which encryptors open sets. */
    REWRAP,
    /** Ends another job. */
    CANCEL
}
