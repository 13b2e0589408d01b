package io.holdfast.messaging.share;

/** What becomes of an order after its handler returned. */
public enum Verdict {
    /** Done, or answered for good: nobody gets it again. Only after the handler's own events are written. */
    DONE,
    /** Given back: somebody gets it again at once, as long as its deliveries last. */
    AGAIN,
    /** Never to be tried again by anybody. */
    POISON
}
