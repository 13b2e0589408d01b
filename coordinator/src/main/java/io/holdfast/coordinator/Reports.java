package io.holdfast.coordinator;

import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.session.SessionOrder;

/** Tells the ledger what happened with an order. Reports of one order arrive in the order in which they were made. */
public interface Reports {
    /** Returns when every replica has the report; fails with a {@link io.holdfast.protocol.failure.Failure}. */
    void send(SessionOrder order, Happening what);

    /** Hands a report over and returns at once; a failure is thrown by the next {@link #flush}. */
    void post(SessionOrder order, Happening what);

    /** Returns when all that was posted is written; fails if any of it was not. */
    void flush();
}
