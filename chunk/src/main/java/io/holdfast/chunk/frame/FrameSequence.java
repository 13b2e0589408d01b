package io.holdfast.chunk.frame;

import io.holdfast.chunk.ChunkFailure;
import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.failure.Corrupt;

/** The order that frames stand in: indexes without a gap, data before the table, the last frame last. */
public final class FrameSequence {
    private final StreamId stream;
    private long next;
    private boolean tableBegun;
    private boolean complete;

    /** Before the first frame. */
    public FrameSequence(StreamId stream) {
        this.stream = stream;
    }

    /** The index that comes next; also how many frames have passed. */
    public long next() {
        return next;
    }

    /** Whether the last frame has passed. */
    public boolean complete() {
        return complete;
    }

    /**
     * Refuses everything after the last frame.
     *
     * @throws Corrupt spliced
     */
    public void requireIncomplete() {
        if (complete) {
            throw new Corrupt(
                    ChunkFailure.SPLICED, "stream " + stream + ": bytes follow its last frame, " + (next - 1));
        }
    }

    /**
     * Judges a frame by the index that it claims.
     *
     * @throws Corrupt missing-frame when it is a later one, reordered when it is an earlier one
     */
    public void requireInPlace(FrameHeader head) {
        requireIncomplete();
        if (head.index() != next) {
            throw new Corrupt(
                    head.index() > next ? ChunkFailure.MISSING_FRAME : ChunkFailure.REORDERED,
                    "stream " + stream + ": frame " + head.index() + " stands where frame " + next + " should");
        }
    }

    /**
     * Lets the frame pass whose index comes next.
     *
     * @throws Corrupt damaged-chunk for data after the table or as the last frame: no writer makes that
     */
    public void pass(FrameHeader head) {
        requireInPlace(head);
        boolean data = head.content() == Content.DATA;
        if (data && (tableBegun || head.ending() == Ending.LAST)) {
            throw new Corrupt(
                    ChunkFailure.DAMAGED_CHUNK,
                    "stream " + stream + ", frame " + next + ": data where only the table may be");
        }
        tableBegun |= !data;
        complete = head.ending() == Ending.LAST;
        next++;
    }

    /**
     * Requires that the last frame has passed.
     *
     * @throws Corrupt truncated
     */
    public void requireComplete() {
        if (!complete) {
            throw new Corrupt(
                    ChunkFailure.TRUNCATED,
                    "stream " + stream + " ends after " + next + " frames, none of them its last");
        }
    }
}
