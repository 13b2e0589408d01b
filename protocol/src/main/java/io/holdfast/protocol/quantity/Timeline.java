package io.holdfast.protocol.quantity;

import io.holdfast.protocol.NumberValue;
import io.holdfast.protocol.failure.Permanent;

/** The number of a PostgreSQL timeline, from 1. */
public record Timeline(long number) implements NumberValue, Comparable<Timeline> {
    public Timeline {
        if (number < 1 || number > 0xFFFFFFFFL) {
            throw Permanent.invalid("a timeline is 1 to 4294967295", Long.toString(number));
        }
    }

    @Override
    public int compareTo(Timeline other) {
        return Long.compare(number, other.number);
    }

    @Override
    public String toString() {
        return Long.toString(number);
    }
}
