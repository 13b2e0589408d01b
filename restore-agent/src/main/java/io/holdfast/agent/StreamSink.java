package io.holdfast.agent;

import io.holdfast.chunk.table.Extent;
import io.holdfast.chunk.table.FileEntry;
import io.holdfast.chunk.table.Table;
import java.nio.ByteBuffer;

/** Takes what comes out of one sealed stream; for one thread. Closed without {@link #complete} nothing is believed. */
public interface StreamSink extends AutoCloseable {
    /** The stream's table, before all else. */
    void table(Table table);

    /**
     * An extent's bytes, authenticated.
     *
     * @param bytes exactly the extent's, consumed
     */
    void extent(FileEntry file, Extent extent, ByteBuffer bytes);

    /** The stream was whole to its last byte: its files may be believed. */
    void complete();

    @Override
    void close();
}
