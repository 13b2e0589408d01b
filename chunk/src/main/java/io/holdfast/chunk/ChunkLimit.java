package io.holdfast.chunk;

import io.holdfast.protocol.failure.Permanent;

/**
 * How much plaintext one chunk of a stream holds at most. A sealed chunk with its frame then stays under 900 KiB, so that
 * it fits Kafka's default limits on every broker, mirror and client.
 *
 * @param bytes 1 to 917,504
 */
public record ChunkLimit(int bytes) {
    /** 896 KiB, 112 pages of 8 KiB. */
    public static final int LARGEST = 917_504;

    /** What every stream of a backup uses. */
    public static final ChunkLimit STANDARD = new ChunkLimit(LARGEST);

    public ChunkLimit {
        if (bytes < 1 || bytes > LARGEST) {
            throw Permanent.invalid("a chunk limit is 1 to " + LARGEST + " bytes", Integer.toString(bytes));
        }
    }
}
