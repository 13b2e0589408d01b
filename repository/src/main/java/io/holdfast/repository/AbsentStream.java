package io.holdfast.repository;

import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.stripe.StreamRef;

/** A stream that is not in a repository as its receipt says, and why. */
public record AbsentStream(StreamRef stream, Corrupt failure) {}
