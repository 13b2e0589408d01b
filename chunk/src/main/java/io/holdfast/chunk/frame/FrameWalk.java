package io.holdfast.chunk.frame;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Finds the frames of a stream by their heads alone, for readers that can seek: read {@link FrameHeader#LENGTH} bytes at
 * {@link #position()}, hand them to {@link #next}, until {@link #complete()}. What it says is a claim until each frame is opened.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class FrameWalk {
    /**
     * Where one frame stands.
     *
     * @param offset of its head from the stream's first byte
     */
    public record Place(FrameHeader head, long offset) {}

    /** A walk over the stream of the given header, beginning after it. */
    public FrameWalk(StreamHeader stream) {
        throw new UnsupportedOperationException();
    }

    /** Where the next head begins, counted from the stream's first byte; after the last, the stream's length. */
    public long position() {
        throw new UnsupportedOperationException();
    }

    /** Whether the last frame's head was seen. */
    public boolean complete() {
        throw new UnsupportedOperationException();
    }

    /**
     * Takes the head at {@link #position()}, 20 bytes, consumed.
     *
     * @throws io.holdfast.protocol.failure.Corrupt damaged-chunk, missing-frame, reordered, truncated
     */
    public Place next(ByteBuffer head) {
        throw new UnsupportedOperationException();
    }

    /** Holds the stream's length against the walk: truncated or spliced when it does not end where the last frame does. */
    public void checkLength(long length) {
        throw new UnsupportedOperationException();
    }

    /** The data frames seen so far, in order. */
    public List<Place> dataFrames() {
        throw new UnsupportedOperationException();
    }

    /** The table's frames seen so far, in order. */
    public List<Place> tableFrames() {
        throw new UnsupportedOperationException();
    }
}
