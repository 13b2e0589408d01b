package io.holdfast.coordinator.ledger;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.stripe.InlineFile;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.protocol.stripe.StripeCounts;
import io.holdfast.protocol.stripe.StripeOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Stripes of a job: known, issued within a window, done, issued again. */
final class StripeDesk {
    private final LedgerRules rules;

    StripeDesk(LedgerRules rules) {
        this.rules = rules;
    }

    /** A stripe is known; the first order of a number wins. */
    void plan(Draft draft, Row.Job job, StripeOrder order) {
        RowKey key = RowKey.stripe(job, order.stripe());
        if (!order.job().equals(job.id())
                || !order.attempt().equals(job.attempt())
                || draft.find(key, Row.Stripe.class) != null) {
            return;
        }
        draft.put(key, new Row.Stripe(Row.Stage.PLANNED, 0, null));
        draft.put(RowKey.order(job, order.stripe()), new Row.Order(order));
        draft.put(job, draft.tally(job).plannedOne(bytes(order), draft.now));
    }

    /** Issues what fits into the window, in the order of the numbers. */
    void issue(Draft draft, Row.Job job) {
        Tally tally = draft.tally(job);
        while (tally.inFlight() < rules.window()) {
            StripeNumber next = new StripeNumber(tally.stripes().issued());
            Row.Stripe stripe = draft.find(RowKey.stripe(job, next), Row.Stripe.class);
            if (stripe == null) {
                break;
            }
            send(draft, job, next, stripe.tries() + 1);
            tally = tally.issuedOne();
        }
        draft.put(job, tally);
    }

    /** A worker is at it. */
    void heard(Draft draft, Row.Job job, StripeNumber number) {
        RowKey key = RowKey.flight(job, number);
        Row.Flight flight = draft.find(key, Row.Flight.class);
        if (flight != null) {
            draft.put(key, new Row.Flight(flight.issued(), draft.now, flight.again()));
        }
    }

    /** A result came; the first one wins. */
    void done(Draft draft, Row.Job job, Result result) {
        RowKey key = RowKey.stripe(job, result.number());
        Row.Stripe stripe = draft.find(key, Row.Stripe.class);
        if (stripe == null || stripe.stage() != Row.Stage.ISSUED) {
            return;
        }
        draft.put(key, new Row.Stripe(Row.Stage.DONE, stripe.tries(), result.stream()));
        draft.remove(RowKey.order(job, result.number()));
        draft.remove(RowKey.flight(job, result.number()));
        Tally tally = draft.tally(job).doneOne(result.counts(), result.worker(), draft.now);
        draft.put(job, result.damage() == null ? tally : tally.damagedBy(result.damage()));
        issue(draft, job);
    }

    /**
     * What a worker came to.
     *
     * @param stream where a sealed stripe lies; null for a verified one
     * @param counts null where nothing could be counted
     */
    record Result(
            StripeNumber number,
            MemberId worker,
            @Nullable StreamRef stream,
            @Nullable StripeCounts counts,
            @Nullable FailureReport damage) {}

    /**
     * A try failed.
     *
     * @return the failure if the stripe is given up; null if it is tried again, or if there was nothing to fail
     */
    @Nullable
    FailureReport failed(Draft draft, Row.Job job, StripeNumber number, FailureReport failure) {
        Row.Stripe stripe = draft.find(RowKey.stripe(job, number), Row.Stripe.class);
        RowKey key = RowKey.flight(job, number);
        Row.Flight flight = draft.find(key, Row.Flight.class);
        if (stripe == null || flight == null || flight.again() != null) {
            return null;
        }
        if (!Ending.passing(failure) || stripe.tries() >= rules.stripeTries()) {
            return failure;
        }
        Instant again = draft.now.plus(rules.retryDelay().multipliedBy(stripe.tries()));
        draft.put(key, new Row.Flight(flight.issued(), flight.heard(), again));
        return null;
    }

    /**
     * Issues again what failed a while ago, and what nothing was heard of for too long.
     *
     * @return the first stripe that is given up, or null
     */
    @Nullable
    GivenUp tick(Draft draft, Row.Job job) {
        for (RowKey key : draft.keys(RowKey.ofAttempt("flight/", job.id(), job.attempt()), rules.window())) {
            Row.Flight flight = draft.get(key, Row.Flight.class);
            StripeNumber number = key.stripe();
            if (flight.again() != null) {
                if (!draft.now.isBefore(flight.again())) {
                    sendAgain(draft, job, number);
                }
            } else if (silent(draft, job, flight)) {
                Row.Stripe stripe = draft.get(RowKey.stripe(job, number), Row.Stripe.class);
                if (stripe.tries() >= rules.stripeTries()) {
                    return new GivenUp(number, silence(job, number, stripe));
                }
                sendAgain(draft, job, number);
            }
        }
        return null;
    }

    /** A stripe that is not tried again, and why. */
    record GivenUp(StripeNumber number, FailureReport failure) {}

    private boolean silent(Draft draft, Row.Job job, Row.Flight flight) {
        if (flight.heard() != null) {
            return draft.now.isAfter(flight.heard().plus(rules.stripeLease()));
        }
        Instant heard = draft.tally(job).times().heard();
        Instant last = heard.isAfter(flight.issued()) ? heard : flight.issued();
        return draft.now.isAfter(last.plus(rules.queueLease()));
    }

    private static FailureReport silence(Row.Job job, StripeNumber number, Row.Stripe stripe) {
        return new Transient(
                        CoordinatorFailure.STRIPE_SILENT,
                        "stripe " + number + " of job " + job.id() + " was ordered " + stripe.tries()
                                + " times, and no worker came to an end with it")
                .report();
    }

    private static void sendAgain(Draft draft, Row.Job job, StripeNumber number) {
        Row.Stripe stripe = draft.get(RowKey.stripe(job, number), Row.Stripe.class);
        send(draft, job, number, stripe.tries() + 1);
    }

    private static void send(Draft draft, Row.Job job, StripeNumber number, int tries) {
        draft.put(RowKey.stripe(job, number), new Row.Stripe(Row.Stage.ISSUED, tries, null));
        draft.put(RowKey.flight(job, number), new Row.Flight(draft.now, null, null));
        draft.command(new Command.OrderStripe(
                draft.get(RowKey.order(job, number), Row.Order.class).order()));
    }

    private static long bytes(StripeOrder order) {
        return switch (order) {
            case StripeOrder.Seal seal ->
                seal.extents().stream().mapToLong(Extent::length).sum()
                        + seal.inline().stream()
                                .map(InlineFile::text)
                                .mapToLong(text -> text.getBytes(StandardCharsets.UTF_8).length)
                                .sum();
            case StripeOrder.Check check ->
                check.streams().stream()
                        .mapToLong(stream -> stream.receipt().dataBytes().number())
                        .sum();
        };
    }
}
