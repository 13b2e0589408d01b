package io.holdfast.worker.append;

import io.holdfast.chunk.write.FrameSink;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.repository.Repository;
import io.holdfast.repository.SealedStreamWriter;
import io.holdfast.repository.StreamName;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The way of one sealed stream into a repository: header, frames as they are sealed, commit. A slow repository holds the sealing
 * up, and so the reading. Closed without a commit, the stream is given up.
 */
public final class StripeAppend implements FrameSink, AutoCloseable {
    private @Nullable SealedStreamWriter writer;
    private long bytes;

    /** Begins the stream, once its sealer has given it a name. */
    public void begin(Repository repository, StreamName name, ByteBuffer header) {
        SealedStreamWriter opened = repository.create(name);
        writer = opened;
        bytes += header.remaining();
        opened.header(header);
    }

    @Override
    public void accept(long index, ByteBuffer frame) {
        bytes += frame.remaining();
        begun().frame(index, frame);
    }

    /** Makes the stream durable; returns the repository's hint where it lies. */
    public String commit() {
        return begun().commit();
    }

    /** What was handed over so far, header and frames. */
    public ByteCount bytes() {
        return ByteCount.of(bytes);
    }

    private SealedStreamWriter begun() {
        SealedStreamWriter opened = writer;
        if (opened == null) {
            throw new IllegalStateException("a frame came before the stream was begun");
        }
        return opened;
    }

    @Override
    public void close() {
        SealedStreamWriter opened = writer;
        writer = null;
        if (opened != null) {
            opened.close();
        }
    }
}
