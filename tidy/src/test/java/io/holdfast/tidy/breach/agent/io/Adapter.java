package io.holdfast.tidy.breach.agent.io;

/** An adapter. */
public record Adapter() {}
