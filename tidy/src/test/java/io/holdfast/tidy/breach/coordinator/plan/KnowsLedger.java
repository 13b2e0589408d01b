package io.holdfast.tidy.breach.coordinator.plan;

import io.holdfast.tidy.breach.coordinator.ledger.Decided;

/** A stage that knows another. */
record KnowsLedger(Decided decided) {}
