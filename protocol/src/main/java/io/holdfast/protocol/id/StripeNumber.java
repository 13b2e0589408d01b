package io.holdfast.protocol.id;

import io.holdfast.protocol.NumberValue;
import io.holdfast.protocol.failure.Permanent;

/** The number of a stripe within its set, from 0. */
public record StripeNumber(long number) implements NumberValue, Comparable<StripeNumber> {
    public StripeNumber {
        if (number < 0 || number > 99_999_999) {
            throw Permanent.invalid("a stripe number is 0 to 99999999", Long.toString(number));
        }
    }

    @Override
    public int compareTo(StripeNumber other) {
        return Long.compare(number, other.number);
    }

    @Override
    public String toString() {
        return Long.toString(number);
    }
}
