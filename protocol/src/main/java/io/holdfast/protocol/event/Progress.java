package io.holdfast.protocol.event;

import io.holdfast.protocol.quantity.ByteCount;

/**
 * How far a job is.
 *
 * @param stripesDone sealed, verified or placed
 * @param stripesPlanned known so far
 * @param bytesDone of the database (plaintext) that are dealt with
 * @param bytesPlanned of the database that are known so far
 * @param sealedBytes as they lie in the repository
 */
public record Progress(
        long stripesDone, long stripesPlanned, ByteCount bytesDone, ByteCount bytesPlanned, ByteCount sealedBytes) {
    /** Nothing known, nothing done. */
    public static final Progress NONE = new Progress(0, 0, ByteCount.ZERO, ByteCount.ZERO, ByteCount.ZERO);
}
