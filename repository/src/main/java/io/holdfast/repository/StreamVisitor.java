package io.holdfast.repository;

import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.stripe.StreamRef;

/** Gets what {@link Repository#fetch} reads; called on several threads at once. */
public interface StreamVisitor {
    /** A stream that is there as a whole; {@code source} is valid until this returns. */
    void stream(StreamRef ref, SealedSource source);

    /** A stream that is not there, or not whole; {@code failure} says what is missing. */
    void missing(StreamRef ref, Corrupt failure);
}
