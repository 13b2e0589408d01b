package io.holdfast.tidy.breach.agent.plan;

import io.holdfast.tidy.breach.agent.io.Adapter;

/** A stage that takes an adapter by itself. */
record WiresIo(Adapter adapter) {}
