package io.holdfast.protocol;

/** A quantity that travels as a whole number; every implementor has a constructor of one {@code long}. */
public interface NumberValue {
    /** The value in its unit. */
    long number();
}
