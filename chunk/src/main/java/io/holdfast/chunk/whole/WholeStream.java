package io.holdfast.chunk.whole;

import io.holdfast.chunk.RandomSource;
import io.holdfast.chunk.open.StreamExpectation;
import io.holdfast.chunk.write.SealingOrder;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.Receipt;
import java.util.SequencedMap;

/**
 * Seals and opens streams that are held in memory as a whole, such as the parts of a set's index.
 *
 * @param stream header and all frames
 * @param receipt what the writer knows of it
 */
@SuppressWarnings("DoNotCallSuggester")
public record WholeStream(Bytes stream, Receipt receipt) {
    /** No stream longer than this is opened whole. */
    public static final int LARGEST = 64 << 20;

    /**
     * Seals named contents as files of one stream.
     *
     * @param files contents by path, in this order
     */
    public static WholeStream seal(SealingOrder order, RandomSource random, SequencedMap<String, Bytes> files) {
        throw new UnsupportedOperationException();
    }

    /**
     * Opens a stream and returns the contents of its files by path, in the order of its table.
     *
     * @throws io.holdfast.protocol.failure.Corrupt any damage, as {@link io.holdfast.chunk.open.StreamOpener} tells it apart
     */
    public static SequencedMap<String, Bytes> open(Bytes stream, StreamExpectation expectation) {
        throw new UnsupportedOperationException();
    }
}
