package io.holdfast.tidy.breach.protocol.id;

import io.holdfast.tidy.breach.protocol.event.Happened;

/** A package that knows a later one. */
record KnowsEvent(Happened happened) {}
