package io.holdfast.chunk.frame;

import io.holdfast.chunk.ChunkFailure;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.failure.Corrupt;
import java.nio.ByteBuffer;

/**
 * The 20 bytes before a sealed chunk. Layout, big-endian:
 *
 * <pre>
 * index u64 | content u8 | last u8 | codec u8 | zero u8 | plainLength u32 | sealedLength u32 | sealed
 * </pre>
 *
 * A claim until the chunk is opened: only then are these bytes authentic.
 *
 * @param index the frame's number in its stream, from 0
 * @param plainLength bytes of plaintext
 * @param sealedLength bytes that follow this head
 */
public record FrameHeader(long index, Content content, Ending ending, Codec codec, int plainLength, int sealedLength) {
    /** The length of a frame's head. */
    public static final int LENGTH = 20;

    /** How many bytes of the head are authenticated with the chunk: all but the sealed length. */
    public static final int AUTHENTICATED = 16;

    /**
     * Reads a head from the next 20 bytes, which are consumed. Lengths are held against the stream's limits, so that a
     * caller may allocate {@link #length()} bytes without fear.
     *
     * @throws Corrupt damaged-chunk for anything that no writer makes; truncated when there are fewer bytes
     */
    public static FrameHeader parse(ByteBuffer bytes, StreamHeader stream) {
        if (bytes.remaining() < LENGTH) {
            throw new Corrupt(
                    ChunkFailure.TRUNCATED,
                    "stream " + stream.streamId() + " ends inside the head of a frame: " + bytes.remaining() + " of "
                            + LENGTH + " bytes");
        }
        long index = bytes.getLong();
        int content = bytes.get() & 0xFF;
        int ending = bytes.get() & 0xFF;
        int codec = bytes.get() & 0xFF;
        int zero = bytes.get();
        int plainLength = bytes.getInt();
        int sealedLength = bytes.getInt();
        boolean lawful = index >= 0 && content <= 1 && ending <= 1 && codec <= 2 && zero == 0;
        boolean fits = plainLength >= 1
                && plainLength <= stream.chunkLimit().bytes()
                && sealedLength >= 1
                && sealedLength <= plainLength + stream.suite().overhead();
        if (!lawful || !fits) {
            throw damaged(stream.streamId(), index, "its head holds values that no writer makes");
        }
        return new FrameHeader(
                index,
                content == Content.TABLE.id() ? Content.TABLE : Content.DATA,
                ending == Ending.LAST.id() ? Ending.LAST : Ending.MORE,
                codec(codec),
                plainLength,
                sealedLength);
    }

    /** The whole frame: head and sealed bytes. */
    public int length() {
        return LENGTH + sealedLength;
    }

    /**
     * Holds the bytes that a caller has against the length that the head claims.
     *
     * @throws Corrupt truncated when there are fewer, damaged-chunk when there are more
     */
    public void requireWhole(int bytes, StreamId stream) {
        if (bytes < length()) {
            throw new Corrupt(
                    ChunkFailure.TRUNCATED,
                    "stream " + stream + " ends inside frame " + index + ": " + bytes + " of " + length() + " bytes");
        }
        if (bytes > length()) {
            throw damaged(stream, index, "it is " + bytes + " bytes, its head says " + length());
        }
    }

    /** Writes the 20 bytes. */
    public void encode(ByteBuffer target) {
        target.putLong(index)
                .put((byte) content.id())
                .put((byte) ending.id())
                .put((byte) codec.id())
                .put((byte) 0)
                .putInt(plainLength)
                .putInt(sealedLength);
    }

    private static Codec codec(int id) {
        return switch (id) {
            case 0 -> Codec.NONE;
            case 1 -> Codec.ZSTD;
            default -> Codec.LZ4;
        };
    }

    private static Corrupt damaged(StreamId stream, long index, String fault) {
        return new Corrupt(
                ChunkFailure.DAMAGED_CHUNK,
                "stream " + stream + ", a frame that calls itself " + Long.toUnsignedString(index) + ": " + fault);
    }
}
