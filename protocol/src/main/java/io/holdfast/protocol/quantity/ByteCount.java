package io.holdfast.protocol.quantity;

import io.holdfast.protocol.NumberValue;
import io.holdfast.protocol.failure.Permanent;

/** A number of bytes, never negative. */
public record ByteCount(long number) implements NumberValue, Comparable<ByteCount> {
    /** No bytes. */
    public static final ByteCount ZERO = new ByteCount(0);

    public ByteCount {
        if (number < 0) {
            throw Permanent.invalid("a byte count is not negative", Long.toString(number));
        }
    }

    /** A number of bytes. */
    public static ByteCount of(long number) {
        return number == 0 ? ZERO : new ByteCount(number);
    }

    /** The sum; an overflow is an {@link ArithmeticException}. */
    public ByteCount plus(ByteCount other) {
        return of(Math.addExact(number, other.number));
    }

    @Override
    public int compareTo(ByteCount other) {
        return Long.compare(number, other.number);
    }

    @Override
    public String toString() {
        return number + " B";
    }
}
