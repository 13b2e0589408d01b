package io.holdfast.tidy.breach.column.value;

import io.holdfast.tidy.breach.repository.Stored;

/** A module that knows more than the words. */
record KnowsRepository(Stored known) {}
