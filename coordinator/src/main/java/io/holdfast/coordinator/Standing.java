package io.holdfast.coordinator;

/** Where an attempt of a job stands, for somebody who works on it. */
public enum Standing {
    /** Nothing was heard of the attempt yet. */
    UNKNOWN,
    /** Its orders are out, nothing has begun. */
    OPENING,
    /** Its stripes are being worked on. */
    RUNNING,
    /** The backup shall be stopped. */
    CLOSING,
    /** Everything is sealed; the set is being published. */
    SEALED,
    /** A later attempt has begun. */
    SUPERSEDED,
    /** The job is over. */
    ENDED
}
