package io.holdfast.worker;

/** Felt by the stages of a stripe every megabyte or so: counts what was done, and ends work that nobody wants any more. */
@FunctionalInterface
public interface Pulse {
    /**
     * So many more bytes are dealt with.
     *
     * @throws Abandoned when the order no longer counts
     */
    void beat(long bytes);
}
