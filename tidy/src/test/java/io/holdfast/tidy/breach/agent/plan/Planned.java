package io.holdfast.tidy.breach.agent.plan;

/** Something of a stage. */
public record Planned() {}
