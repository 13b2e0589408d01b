package io.holdfast.coordinator.ledger;

import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.StripeNumber;
import java.time.Instant;

/** Where a row stands. Keys sort as their text does, so that what belongs together stands together. */
public record RowKey(String text) {
    /** Of all jobs that a tick shall look at. */
    public static final String ACTIVE = "active/";

    /** Of all jobs that have ended, the first to end first. */
    public static final String ENDED = "ended/";

    static RowKey job(JobId job) {
        return new RowKey("job/" + job);
    }

    static RowKey tally(JobId job) {
        return new RowKey("tally/" + job);
    }

    static RowKey facts(JobId job) {
        return new RowKey("facts/" + job);
    }

    static RowKey campaign(JobId job) {
        return new RowKey("campaign/" + job);
    }

    /** Of the job that changes the encryptors of an instance's sets. */
    static RowKey rewrapping(InstanceName instance) {
        return new RowKey("rewrapping/" + instance);
    }

    static RowKey stripe(Row.Job job, StripeNumber stripe) {
        return numbered("stripe/", job, stripe.number());
    }

    static RowKey order(Row.Job job, StripeNumber stripe) {
        return numbered("order/", job, stripe.number());
    }

    static RowKey flight(Row.Job job, StripeNumber stripe) {
        return numbered("flight/", job, stripe.number());
    }

    static RowKey part(Row.Job job, int part) {
        return numbered("part/", job, part);
    }

    /** Of all rows of one sort that one attempt has. */
    static String ofAttempt(String sort, JobId job, Attempt attempt) {
        return sort + job + "/" + attempt + "/";
    }

    static RowKey instance(InstanceName instance) {
        return new RowKey("instance/" + instance);
    }

    /** Of all backups of an instance that wait for their turn, the next one first. */
    static String waiting(InstanceName instance) {
        return "waiting/" + instance + "/";
    }

    static RowKey waiting(InstanceName instance, long place) {
        return new RowKey(waiting(instance) + padded(place, 12));
    }

    static RowKey active(JobId job) {
        return new RowKey(ACTIVE + job);
    }

    static RowKey ended(JobId job, Instant at) {
        return new RowKey(ENDED + padded(at.getEpochSecond(), 12) + "/" + job);
    }

    /** The key below which all that ended before {@code at} stands. */
    public static RowKey endedBefore(Instant at) {
        return new RowKey(ENDED + padded(at.getEpochSecond(), 12) + "/");
    }

    /** The stripe of a row of a stripe. */
    StripeNumber stripe() {
        return new StripeNumber(Long.parseLong(text.substring(text.lastIndexOf('/') + 1)));
    }

    private static RowKey numbered(String sort, Row.Job job, long number) {
        return new RowKey(ofAttempt(sort, job.id(), job.attempt()) + padded(number, 8));
    }

    private static String padded(long number, int width) {
        String digits = Long.toString(number);
        return "0".repeat(Math.max(0, width - digits.length())) + digits;
    }

    @Override
    public String toString() {
        return text;
    }
}
