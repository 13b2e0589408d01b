package io.holdfast.forecast.host;

/**
 * Which machine, since when, and with how many processors: figures of two machines, or of one before and after a restart, are never
 * set against each other.
 *
 * @param name the machine's own name
 * @param bootId changes at each start of the machine
 * @param processors how many threads run at once
 * @param model what the processor calls itself; empty where it does not say
 */
public record HostFacts(String name, String bootId, int processors, String model) {}
