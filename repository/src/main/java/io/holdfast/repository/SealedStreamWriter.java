package io.holdfast.repository;

import java.nio.ByteBuffer;

/**
 * Writes one sealed stream: {@link #header}, then {@link #frame} for each frame in order, then {@link #commit}. Closed without a
 * commit, it gives the stream up: readers never see one that is not whole. For one thread. Any failure spoils the writer.
 */
public interface SealedStreamWriter extends AutoCloseable {
    /** Takes the stream's 128 bytes. */
    void header(ByteBuffer header);

    /**
     * Takes the next frame; may wait for the store, so that memory stays bounded.
     *
     * @param index the frame's number, from 0, each one more than the last
     * @param frame head and sealed bytes from position to limit, consumed; the buffer may be used again when this returns
     */
    void frame(long index, ByteBuffer frame);

    /**
     * Makes the stream durable and visible.
     *
     * @return a hint where it lies, for {@link io.holdfast.protocol.stripe.StreamRef#hint()}
     */
    String commit();

    /** Gives the stream up unless it is committed. */
    @Override
    void close();
}
