package io.holdfast.cli.bench;

/**
 * What one step of one tool took.
 *
 * @param seconds elapsed
 * @param cpuSeconds user and system time of the tool's own processes; database server and broker are apart
 * @param serverCpuSeconds user and system time of the database server and the broker meanwhile
 * @param peakBytes the largest sum of resident memory of the tool's processes, sampled ten times a second
 */
record Usage(double seconds, double cpuSeconds, double serverCpuSeconds, long peakBytes) {}
