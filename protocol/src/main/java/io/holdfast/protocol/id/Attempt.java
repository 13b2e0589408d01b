package io.holdfast.protocol.id;

import io.holdfast.protocol.NumberValue;
import io.holdfast.protocol.failure.Permanent;

/** The fencing number of a job's try, from 1; results of older attempts are ignored. */
public record Attempt(long number) implements NumberValue, Comparable<Attempt> {
    /** The first try of a job. */
    public static final Attempt FIRST = new Attempt(1);
    /** A job that fails in as many attempts has failed. */
    public static final int MOST = 5;

    public Attempt {
        if (number < 1 || number > 9) {
            throw Permanent.invalid("an attempt counts from 1 to 9", Long.toString(number));
        }
    }

    /** The try after this one. */
    public Attempt next() {
        return new Attempt(number + 1);
    }

    @Override
    public int compareTo(Attempt other) {
        return Long.compare(number, other.number);
    }

    @Override
    public String toString() {
        return Long.toString(number);
    }
}
