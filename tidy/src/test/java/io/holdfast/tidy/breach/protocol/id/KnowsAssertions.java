package io.holdfast.tidy.breach.protocol.id;

import org.assertj.core.api.Condition;

/** A type of the protocol that knows a library. */
record KnowsAssertions(Condition<String> condition) {}
