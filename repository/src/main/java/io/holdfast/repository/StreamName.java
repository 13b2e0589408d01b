package io.holdfast.repository;

import io.holdfast.protocol.chunk.Purpose;
import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.stripe.StreamRef;

/** The name of a sealed stream in a repository: unique for ever, since the stream's id is random. */
public record StreamName(SetId set, Purpose purpose, StripeNumber stripe, StreamId stream) {
    /** The name of a stream that a set refers to. */
    public static StreamName of(SetId set, StreamRef ref) {
        return new StreamName(set, ref.purpose(), ref.stripe(), ref.receipt().stream());
    }

    @Override
    public String toString() {
        return "stream " + stream + " (set " + set + ", " + purpose.label() + " stripe " + stripe + ")";
    }
}
