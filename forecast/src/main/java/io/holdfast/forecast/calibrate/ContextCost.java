package io.holdfast.forecast.calibrate;

/** What it takes to acquire a cipher with a fresh key and initial value, without a byte through it. */
public record ContextCost(PageCipher cipher, Spread nanos) {}
