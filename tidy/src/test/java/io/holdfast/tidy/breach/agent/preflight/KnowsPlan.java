package io.holdfast.tidy.breach.agent.preflight;

import io.holdfast.tidy.breach.agent.plan.Planned;

/** A stage that knows another. */
record KnowsPlan(Planned planned) {}
