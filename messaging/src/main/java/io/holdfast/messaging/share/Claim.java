package io.holdfast.messaging.share;

/**
 * An order while this member holds it. The claim is renewed in the background until it ends; a handler that works long asks
 * {@link #ended()} now and then, or registers {@link #onEnd}.
 *
 * @param <T> the order
 */
public interface Claim<T> {
    /** The order. */
    T order();

    /** The record's key. */
    String key();

    /** How often it was handed out, this time included; from 1. */
    int deliveries();

    /** Whether the handler should stop: the claim was lost, or the loop is closing. */
    boolean ended();

    /** Whether somebody else may have the order by now; what this handler still does must count for nothing. */
    boolean lost();

    /** Runs {@code action} once when the claim ends early, on a thread of the loop; at once if it has ended already. */
    void onEnd(Runnable action);
}
