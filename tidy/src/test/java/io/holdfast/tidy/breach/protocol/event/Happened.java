package io.holdfast.tidy.breach.protocol.event;

/** Something late in the flow. */
public record Happened() {}
