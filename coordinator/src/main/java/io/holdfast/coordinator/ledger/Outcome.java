package io.holdfast.coordinator.ledger;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What came of an input.
 *
 * @param changes the new row of each key, or nothing where the row goes
 * @param commands in the order in which they shall be carried out, after the changes are written
 */
public record Outcome(Map<RowKey, Optional<Row>> changes, List<Command> commands) {}
