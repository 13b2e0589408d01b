package io.holdfast.chunk.table;

import io.holdfast.protocol.chunk.StreamId;
import java.nio.ByteBuffer;

/** Puts a table together from the plaintext of its frames and checks it. */
@SuppressWarnings("DoNotCallSuggester")
public final class TableReader {
    /**
     * For the table of a stream with the given number of data frames.
     *
     * @param stream named in messages
     */
    public TableReader(StreamId stream, long dataFrames) {
        throw new UnsupportedOperationException();
    }

    /**
     * Adds the plaintext of the next table frame, consumed.
     *
     * @throws io.holdfast.protocol.failure.Corrupt bad-table when it becomes longer than {@link Table#LARGEST}
     */
    public void add(ByteBuffer plaintext) {
        throw new UnsupportedOperationException();
    }

    /**
     * Reads and checks the table: deterministic encoding, paths, extents.
     *
     * @throws io.holdfast.protocol.failure.Corrupt bad-table
     */
    public Table finish() {
        throw new UnsupportedOperationException();
    }
}
