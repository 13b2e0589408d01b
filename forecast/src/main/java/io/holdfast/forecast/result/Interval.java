package io.holdfast.forecast.result;

/** From a lower end to an upper one, in seconds. */
public record Interval(double low, double high) {}
