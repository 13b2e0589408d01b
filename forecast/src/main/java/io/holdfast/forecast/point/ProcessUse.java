package io.holdfast.forecast.point;

/**
 * What a server's processes have used since they started.
 *
 * @param cpuMillis of processors
 * @param readBytes from block devices; -1 where the system does not let us see
 * @param writtenBytes to block devices; -1 where the system does not let us see
 */
public record ProcessUse(long cpuMillis, long readBytes, long writtenBytes) {
    /** What was used since {@code earlier}; a process that ended between two looks may have counted twice in the first. */
    ProcessUse since(ProcessUse earlier) {
        boolean seen = readBytes >= 0 && earlier.readBytes >= 0;
        return new ProcessUse(
                Math.max(0, cpuMillis - earlier.cpuMillis),
                seen ? Math.max(0, readBytes - earlier.readBytes) : -1,
                seen ? Math.max(0, writtenBytes - earlier.writtenBytes) : -1);
    }
}
