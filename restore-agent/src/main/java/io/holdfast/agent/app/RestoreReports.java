package io.holdfast.agent.app;

import io.holdfast.messaging.send.EventSender;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.restore.RestoreOrder;
import java.time.InstantSource;

/** Says what happened to restores. */
record RestoreReports(EventSender events, MemberId member, InstantSource clock) {
    /** Returns when every replica has it. */
    void send(RestoreOrder order, Happening what) {
        events.send(event(order, what));
    }

    /** Hands it over; whether it arrives does not matter. */
    void post(RestoreOrder order, Happening what) {
        var unused = events.post(event(order, what));
    }

    private JobEvent event(RestoreOrder order, Happening what) {
        return JobEvent.of(order.job(), order.instance(), order.attempt(), member, clock.instant(), what);
    }
}
