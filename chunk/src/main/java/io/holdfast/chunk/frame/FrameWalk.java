package io.holdfast.chunk.frame;

import io.holdfast.chunk.ChunkFailure;
import io.holdfast.protocol.failure.Corrupt;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the frames of a stream by their heads alone, for readers that can seek: read {@link FrameHeader#LENGTH} bytes at
 * {@link #position()}, hand them to {@link #next}, until {@link #complete()}. What it says is a claim until each frame is opened.
 */
public final class FrameWalk {
    /**
     * Where one frame stands.
     *
     * @param offset of its head from the stream's first byte
     */
    public record Place(FrameHeader head, long offset) {}

    private final StreamHeader stream;
    private final FrameSequence sequence;
    private final List<Place> dataFrames = new ArrayList<>();
    private final List<Place> tableFrames = new ArrayList<>();
    private long position = StreamHeader.LENGTH;

    /** A walk over the stream of the given header, beginning after it. */
    public FrameWalk(StreamHeader stream) {
        this.stream = stream;
        this.sequence = new FrameSequence(stream.streamId());
    }

    /** Where the next head begins, counted from the stream's first byte; after the last, the stream's length. */
    public long position() {
        return position;
    }

    /** Whether the last frame's head was seen. */
    public boolean complete() {
        return sequence.complete();
    }

    /**
     * Takes the head at {@link #position()}, 20 bytes, consumed.
     *
     * @throws Corrupt damaged-chunk, missing-frame, reordered, truncated
     */
    public Place next(ByteBuffer head) {
        sequence.requireIncomplete();
        FrameHeader parsed = FrameHeader.parse(head, stream);
        sequence.pass(parsed);
        Place place = new Place(parsed, position);
        (parsed.content() == Content.DATA ? dataFrames : tableFrames).add(place);
        position += parsed.length();
        return place;
    }

    /**
     * Holds the stream's length against the walk.
     *
     * @throws Corrupt truncated or spliced when it does not end where its last frame does
     */
    public void checkLength(long length) {
        if (!complete() || length < position) {
            throw new Corrupt(
                    ChunkFailure.TRUNCATED,
                    "stream " + stream.streamId() + " ends at byte " + length + ", inside or before frame "
                            + (sequence.next() - 1));
        }
        if (length > position) {
            throw new Corrupt(
                    ChunkFailure.SPLICED,
                    "stream " + stream.streamId() + ": " + (length - position) + " bytes follow its last frame");
        }
    }

    /** The data frames seen so far, in order. */
    public List<Place> dataFrames() {
        return List.copyOf(dataFrames);
    }

    /** The table's frames seen so far, in order. */
    public List<Place> tableFrames() {
        return List.copyOf(tableFrames);
    }

    /** The lengths of the data frames' plaintexts, as their heads claim. */
    public ChunkLengths lengths() {
        ChunkLengths lengths = new ChunkLengths();
        dataFrames.forEach(place -> lengths.add(place.head().plainLength()));
        return lengths;
    }
}
