package io.holdfast.repository;

import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.protocol.failure.Permanent;
import java.nio.ByteBuffer;

/**
 * Sees to it that a stream is written as it is laid out: header, frames in order, and nothing after the last; and that it is the
 * stream that it is named as. Looks at the bytes without consuming them.
 */
public final class WriteOrder {
    private static final int LONGEST_FRAME = 900 * 1024;

    private final StreamName name;
    private State state = State.BEFORE_HEADER;
    private long next;

    private enum State {
        BEFORE_HEADER,
        IN_FRAMES,
        AFTER_LAST,
        OVER
    }

    /** For the stream of this name. */
    public WriteOrder(StreamName name) {
        this.name = name;
    }

    /** Before the header is taken. */
    public void header(ByteBuffer header) {
        if (state != State.BEFORE_HEADER) {
            throw misused("a second header");
        }
        if (header.remaining() != StreamHeader.LENGTH) {
            throw misused("a header of " + header.remaining() + " bytes");
        }
        StreamHeader parsed = StreamHeader.parse(header.duplicate());
        if (!parsed.streamId().equals(name.stream())) {
            throw misused("the header of stream " + parsed.streamId());
        }
        state = State.IN_FRAMES;
    }

    /** Before a frame is taken. */
    public void frame(long index, ByteBuffer frame) {
        if (state != State.IN_FRAMES) {
            throw misused("frame " + index + (state == State.BEFORE_HEADER ? " before the header" : " after the last"));
        }
        if (frame.remaining() <= FrameHeader.LENGTH || frame.remaining() > LONGEST_FRAME) {
            throw misused("a frame of " + frame.remaining() + " bytes");
        }
        int start = frame.position();
        if (index != next || FrameBytes.index(frame, start) != index) {
            throw misused("frame " + index + " where frame " + next + " belongs");
        }
        next++;
        if (FrameBytes.isLast(frame, start)) {
            state = State.AFTER_LAST;
        }
    }

    /** Before the stream is made visible. */
    public void commit() {
        if (state != State.AFTER_LAST) {
            throw misused("a commit before the last frame");
        }
        state = State.OVER;
    }

    /** Whether the stream was committed. */
    public boolean committed() {
        return state == State.OVER;
    }

    /** How many frames were taken. */
    public long frames() {
        return next;
    }

    private Permanent misused(String fault) {
        return new Permanent(RepositoryFailure.MISUSED, name + " was given " + fault);
    }
}
