package io.holdfast.tidy.breach.column.value;

import io.holdfast.tidy.breach.column.cell.Celled;

/** A part that knows another. */
record KnowsCell(Celled known) {}
