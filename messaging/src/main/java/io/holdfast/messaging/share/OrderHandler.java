package io.holdfast.messaging.share;

import io.holdfast.protocol.failure.Failure;

/**
 * Does the orders of a share group.
 *
 * @param <T> the order
 */
public interface OrderHandler<T> {
    /**
     * Does one order, on a virtual thread of its own, and returns what becomes of it. An exception gives the order back
     * ({@link Verdict#AGAIN}). When the claim ends early the handler is given a grace time, then interrupted; what it then
     * returns is ignored.
     */
    Verdict handle(Claim<T> claim) throws InterruptedException;

    /** A record that is no order: answered here (an event, a log line), then never seen again. */
    void poison(Unreadable record);

    /**
     * A record that is no order.
     *
     * @param key as text, with what is not UTF-8 replaced
     * @param value as it came
     * @param failure why it is none
     */
    record Unreadable(String topic, String key, io.holdfast.protocol.Bytes value, Failure failure) {}
}
