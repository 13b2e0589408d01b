package io.holdfast.worker;

/**
 * An order is dropped in the middle because it no longer counts: its job ended, a newer attempt runs, or the claim is lost.
 * Not a failure: nothing is reported, what was written is given up.
 */
@SuppressWarnings("serial")
public final class Abandoned extends RuntimeException {
    /** With the reason for the log. */
    public Abandoned(String reason) {
        super(reason, null, false, false);
    }
}
