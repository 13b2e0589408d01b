package io.holdfast.coordinator.ledger;

import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.restore.RestoreOrder;
import io.holdfast.protocol.session.SessionOrder;
import io.holdfast.protocol.stripe.StripeOrder;

/** What the ledger wants done. Each is a record for a topic; results come back as events. */
public sealed interface Command {
    /** Tell what happened. */
    record Say(JobEvent event) implements Command {}

    /** Publish the state of a job. */
    record Show(JobStatus status) implements Command {}

    /** Order something from a session. */
    record OrderSession(SessionOrder order) implements Command {}

    /** Order a stripe from a worker. */
    record OrderStripe(StripeOrder order) implements Command {}

    /** Order a restore from an agent. */
    record OrderRestore(RestoreOrder order) implements Command {}

    /** Take a job that ended long ago from the topic of statuses. */
    record Forget(JobId job) implements Command {}
}
