package io.holdfast.chunk.open;

import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.ChunkFailure;
import io.holdfast.chunk.frame.ChunkLengths;
import io.holdfast.chunk.frame.Content;
import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.FrameSequence;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.chunk.frame.StreamTally;
import io.holdfast.chunk.table.Table;
import io.holdfast.chunk.table.TableReader;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.failure.Corrupt;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Opens a whole stream from its first byte to its last, for readers that cannot seek. Nothing may be believed complete before
 * {@link #finish()} returns. For one thread.
 */
public final class StreamOpener implements AutoCloseable {
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0).asReadOnlyBuffer();

    private final ChunkOpener chunks;
    private final Optional<Receipt> expected;
    private final StreamTally tally;
    private final FrameSequence sequence;
    private final ChunkLengths lengths = new ChunkLengths();
    private final TableReader table;
    private OptionalLong misplaced = OptionalLong.empty();

    private StreamOpener(ChunkOpener chunks, Optional<Receipt> expected) {
        this.chunks = chunks;
        this.expected = expected;
        this.tally = new StreamTally(chunks.header());
        this.sequence = new FrameSequence(chunks.header().streamId());
        this.table = new TableReader(chunks.header().streamId());
    }

    /**
     * Checks a header in the order of the format: syntax, receipt, key, context.
     *
     * @param header the stream's first 128 bytes, consumed
     * @param buffers borrowed until {@link #close}
     * @throws Corrupt bad-header, damaged-header, wrong-context
     * @throws io.holdfast.protocol.failure.Denied wrong-key
     */
    public static StreamOpener open(ByteBuffer header, StreamExpectation expectation, ChunkBuffers buffers) {
        return new StreamOpener(ChunkOpener.open(header, expectation, buffers), expectation.receipt());
    }

    /** The checked header. */
    public StreamHeader header() {
        return chunks.header();
    }

    /**
     * Opens the next frame. When a frame of this stream stands in the wrong place, nothing is released from then on: the
     * caller goes on to hand frames in, so that a lost frame can be told from a misplaced one, and the failure comes at the
     * latest with {@link #finish()}.
     *
     * @param frame head and sealed bytes, exactly; consumed
     * @return the plaintext of a data frame, direct and read-only, valid until the next call; empty for a table frame
     * @throws Corrupt damaged-chunk, truncated, reordered, spliced, bad-table
     */
    public ByteBuffer frame(ByteBuffer frame) {
        sequence.requireIncomplete();
        ByteBuffer whole = frame.duplicate();
        if (misplaced.isPresent()) {
            search(frame);
            return NOTHING;
        }
        ChunkOpener.Unsealed unsealed = chunks.unseal(frame);
        FrameHeader head = unsealed.head();
        if (head.index() != sequence.next()) {
            misplaced = OptionalLong.of(head.index());
            return NOTHING;
        }
        sequence.pass(head);
        tally.add(head, whole);
        ByteBuffer plain = chunks.expand(unsealed);
        if (head.content() == Content.TABLE) {
            table.add(plain);
            return NOTHING;
        }
        lengths.add(head.plainLength());
        return plain;
    }

    /** Whether the last frame was opened; anything after it is spliced. */
    public boolean complete() {
        return sequence.complete();
    }

    /** How many frames were opened in unbroken order from the first: what a reader of incomplete log streams may use. */
    public long contiguousFrames() {
        return sequence.next();
    }

    /**
     * Checks the end: last frame, count and root against the receipt, then the table.
     *
     * @throws Corrupt truncated, missing-frame, root-mismatch, bad-table
     */
    public Table finish() {
        if (misplaced.isPresent()) {
            throw new Corrupt(ChunkFailure.MISSING_FRAME, inTheWrongPlace() + ", which comes nowhere later");
        }
        sequence.requireComplete();
        expected.ifPresent(tally::check);
        return table.finish(lengths);
    }

    /** The receipt as these frames make it; after {@link #finish()}. */
    public Receipt receipt() {
        return tally.receipt();
    }

    /** Wipes the stream's keys and gives the buffers back. */
    @Override
    public void close() {
        chunks.close();
    }

    /** Whether a frame stood in the wrong place, so that only the wanted one is still looked for. */
    boolean searching() {
        return misplaced.isPresent();
    }

    private void search(ByteBuffer frame) {
        if (chunks.unseal(frame).head().index() == sequence.next()) {
            throw new Corrupt(ChunkFailure.REORDERED, inTheWrongPlace() + ", which comes later");
        }
    }

    private String inTheWrongPlace() {
        return "stream " + header().streamId() + ": frame " + misplaced.orElseThrow() + " stands in the place of frame "
                + sequence.next();
    }
}
