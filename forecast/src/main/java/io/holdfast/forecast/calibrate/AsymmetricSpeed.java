package io.holdfast.forecast.calibrate;

/**
 * How long RSA takes for a data key of 32 bytes.
 *
 * @param bits of the modulus
 */
public record AsymmetricSpeed(int bits, Spread wrapNanos, Spread unwrapNanos) {}
