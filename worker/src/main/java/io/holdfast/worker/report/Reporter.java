package io.holdfast.worker.report;

import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.protocol.stripe.StripeCounts;
import io.holdfast.protocol.stripe.StripeOrder;
import java.time.InstantSource;

/** Says what happened to stripes. */
public final class Reporter {
    private final MemberId member;
    private final EventPort events;
    private final InstantSource clock;

    /** Reports as {@code member}. */
    public Reporter(MemberId member, EventPort events, InstantSource clock) {
        this.member = member;
        this.events = events;
        this.clock = clock;
    }

    /** Where events go. */
    public interface EventPort {
        /** Writes an event and returns when every replica has it. */
        void send(JobEvent event);

        /** Hands an event over; whether it arrives does not matter. */
        void post(JobEvent event);
    }

    /** The stripe lies in the repository. */
    public void sealed(StripeOrder order, StreamRef stream, StripeCounts counts) {
        events.send(event(order, new Happening.StripeSealed(order.stripe(), stream, counts)));
    }

    /** The streams are whole. */
    public void verified(StripeOrder order, StripeCounts counts) {
        events.send(event(order, new Happening.StripeVerified(order.stripe(), counts)));
    }

    /** The stripe could not be done. */
    public void failed(StripeOrder order, FailureReport failure) {
        events.send(event(order, new Happening.StripeFailed(order.stripe(), failure)));
    }

    /** So much of the stripe is done. */
    void progress(StripeOrder order, long bytes) {
        events.post(event(order, new Happening.StripeProgress(order.stripe(), ByteCount.of(bytes))));
    }

    InstantSource clock() {
        return clock;
    }

    private JobEvent event(StripeOrder order, Happening what) {
        return JobEvent.of(order.job(), order.instance(), order.attempt(), member, clock.instant(), what);
    }
}
