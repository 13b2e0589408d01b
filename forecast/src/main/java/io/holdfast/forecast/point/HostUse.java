package io.holdfast.forecast.point;

/**
 * What all processors of a machine have done since it started, in milliseconds.
 *
 * @param busyMillis at work for anybody
 * @param idleMillis with nothing to do
 * @param waitMillis with nothing to do while a process waits for a disk
 * @param stealMillis taken by other machines on the same iron
 */
public record HostUse(long busyMillis, long idleMillis, long waitMillis, long stealMillis) {
    /** What was done since {@code earlier}. */
    HostUse since(HostUse earlier) {
        return new HostUse(
                busyMillis - earlier.busyMillis,
                idleMillis - earlier.idleMillis,
                waitMillis - earlier.waitMillis,
                stealMillis - earlier.stealMillis);
    }

    /** All time of all processors, in milliseconds. */
    public long allMillis() {
        return busyMillis + idleMillis + waitMillis + stealMillis;
    }
}
