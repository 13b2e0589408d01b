package io.holdfast.protocol;

/** A word that travels as text; every implementor has a static {@code parse(String)} that is the inverse of {@link #text()}. */
public interface TextValue {
    /** The one spelling of this value. */
    String text();
}
