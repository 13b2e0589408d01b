package io.holdfast.protocol.chunk;

import io.holdfast.protocol.failure.Permanent;

/**
 * What a job asks for: a codec and, for zstd, a level.
 *
 * @param codec how chunks are compressed
 * @param level zstd's level, -7 to 19; 0 for the other codecs
 */
public record Compression(Codec codec, int level) {
    /** What is used when a job says nothing. */
    public static final Compression STANDARD = new Compression(Codec.ZSTD, 3);

    public Compression {
        boolean fits = codec == Codec.ZSTD ? level >= -7 && level <= 19 && level != 0 : level == 0;
        if (!fits) {
            throw Permanent.invalid(
                    "a level is -7 to -1 or 1 to 19 for zstd, and 0 for the other codecs", codec + " " + level);
        }
    }
}
