package io.holdfast.chunk.frame;

import io.holdfast.chunk.ChunkFailure;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.failure.Corrupt;
import java.nio.ByteBuffer;

/**
 * Verifies a stream without any key: finds all damage, loss, reordering and splicing by header hash, count and root. Frames
 * go in as they stand in the stream, from the first to the last. Without a key a head is only a claim: what kind of damage it
 * is can be told for certain by a reader with the key.
 */
public final class StreamVerifier {
    private final StreamHeader header;
    private final StreamTally tally;
    private final FrameSequence sequence;

    /**
     * Begins with the stream's first 128 bytes, consumed.
     *
     * @throws Corrupt bad-header
     */
    public StreamVerifier(ByteBuffer header) {
        this.header = StreamHeader.parse(header);
        this.tally = new StreamTally(this.header);
        this.sequence = new FrameSequence(this.header.streamId());
    }

    /** The header. */
    public StreamHeader header() {
        return header;
    }

    /**
     * Takes the next frame.
     *
     * @param frame head and sealed bytes, exactly; consumed
     * @throws Corrupt missing-frame or reordered by the claimed index, damaged-chunk, truncated, spliced
     */
    public void frame(ByteBuffer frame) {
        sequence.requireIncomplete();
        FrameHeader head = FrameHeader.parse(frame.duplicate(), header);
        head.requireWhole(frame.remaining(), header.streamId());
        sequence.pass(head);
        tally.add(head, frame);
        frame.position(frame.limit());
    }

    /** Whether a frame that calls itself the last has been seen. */
    public boolean complete() {
        return sequence.complete();
    }

    /** What the stream's receipt must be, as far as its frames have been seen. */
    public Receipt receipt() {
        return tally.receipt();
    }

    /**
     * Holds what was seen against the writer's receipt.
     *
     * @throws Corrupt damaged-header, truncated, root-mismatch
     */
    public void check(Receipt expected) {
        requireHeader(tally, expected);
        sequence.requireComplete();
        tally.check(expected);
    }

    /**
     * Holds a header against a receipt.
     *
     * @throws Corrupt damaged-header
     */
    public static void requireHeader(StreamTally tally, Receipt expected) {
        if (!tally.headerHash().equals(expected.headerHash())) {
            throw new Corrupt(
                    ChunkFailure.DAMAGED_HEADER,
                    "stream " + expected.stream() + ": the hash of its header is " + tally.headerHash()
                            + ", its receipt names " + expected.headerHash());
        }
    }
}
