package io.holdfast.cli.bench;

import io.holdfast.messaging.codec.JsonCodec;
import io.holdfast.protocol.quantity.ByteCount;
import java.util.List;

/**
 * A comparison as JSON: every counted round of every tool.
 *
 * @param database the data directory's size, in bytes
 */
record BenchReport(ByteCount database, int processors, List<Tool> tools) {
    private static final int LARGEST = 64 * 1024 * 1024;
    private static final JsonCodec<BenchReport> CODEC = JsonCodec.of(BenchReport.class, LARGEST);

    /**
     * A tool and what it took, round by round.
     *
     * @param settings what was run, and what matters of how
     * @param stored where the last backup lies, in bytes
     */
    record Tool(
            String name,
            String version,
            List<String> settings,
            ByteCount stored,
            List<Took> backups,
            List<Took> restores) {}

    /** {@link Usage} in whole milliseconds. */
    record Took(long millis, long cpuMillis, long serverCpuMillis, ByteCount peakMemory) {
        static Took of(Usage usage) {
            return new Took(
                    Math.round(usage.seconds() * 1000),
                    Math.round(usage.cpuSeconds() * 1000),
                    Math.round(usage.serverCpuSeconds() * 1000),
                    ByteCount.of(usage.peakBytes()));
        }
    }

    String json() {
        return CODEC.text(this);
    }
}
