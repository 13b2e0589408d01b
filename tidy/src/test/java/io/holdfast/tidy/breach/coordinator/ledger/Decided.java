package io.holdfast.tidy.breach.coordinator.ledger;

/** Something of a stage. */
public record Decided() {}
