package io.holdfast.protocol.manifest;

import io.holdfast.protocol.stripe.StreamRef;

/** One part of the stripe index: a sealed stream of suite none that holds the references of up to 1,000 streams. */
public record IndexPart(int part, StreamRef stream) {}
