package io.holdfast.protocol.plan;

import io.holdfast.protocol.quantity.ByteCount;

/** What was planned: stripes (data and close together when both are planned), files, bytes. */
public record PlanTotals(long stripes, long files, ByteCount bytes) {}
