package io.holdfast.chunk.write;

import io.holdfast.chunk.ChunkLimit;
import io.holdfast.protocol.chunk.Compression;

/** How a stream is made; the suite comes with its context. */
public record SealingOptions(Compression compression, ChunkLimit chunkLimit, LegacyCiphers legacyCiphers) {
    /** The given compression, full chunks, no legacy cipher. */
    public static SealingOptions with(Compression compression) {
        return new SealingOptions(compression, ChunkLimit.STANDARD, LegacyCiphers.REFUSED);
    }
}
