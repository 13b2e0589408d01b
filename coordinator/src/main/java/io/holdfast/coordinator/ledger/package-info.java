/** The ledger of jobs: a pure function from rows, an input and the time to changed rows and commands. */
@NullMarked
package io.holdfast.coordinator.ledger;

import org.jspecify.annotations.NullMarked;
