package io.holdfast.tidy.breach.chunk;

import io.holdfast.tidy.breach.repository.Stored;

/** A module that knows one it may not know. */
record KnowsRepository(Stored stored) {}
