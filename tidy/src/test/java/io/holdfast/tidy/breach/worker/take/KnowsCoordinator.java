package io.holdfast.tidy.breach.worker.take;

import io.holdfast.tidy.breach.coordinator.ledger.Decided;

/** A service that knows another. */
record KnowsCoordinator(Decided decided) {}
