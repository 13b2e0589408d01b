package io.holdfast.chunk.open;

import io.holdfast.chunk.ChunkFailure;
import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.table.Table;
import io.holdfast.protocol.failure.Corrupt;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Reads a stream whose bytes are all at hand, to its very end. */
public final class StreamReading {
    private StreamReading() {}

    /**
     * Opens all frames.
     *
     * @param frames everything after the header
     * @param data takes the plaintext of each data frame in order, valid until it returns; to be believed once this returns
     * @throws Corrupt any damage, as {@link StreamOpener} tells it apart
     */
    public static Table readAll(ByteBuffer frames, StreamOpener opener, Consumer<ByteBuffer> data) {
        ByteBuffer rest = frames.duplicate();
        while (rest.hasRemaining()) {
            if (opener.complete()) {
                throw new Corrupt(
                        ChunkFailure.SPLICED,
                        "stream " + opener.header().streamId() + ": " + rest.remaining()
                                + " bytes follow its last frame");
            }
            try {
                ByteBuffer plain = opener.frame(next(rest, opener));
                if (plain.hasRemaining()) {
                    data.accept(plain);
                }
            } catch (Corrupt later) {
                // Once a frame is misplaced, all that matters of the rest is whether the wanted one is in it.
                if (opener.searching() && later.code() != ChunkFailure.REORDERED) {
                    return opener.finish();
                }
                throw later;
            }
        }
        return opener.finish();
    }

    private static ByteBuffer next(ByteBuffer rest, StreamOpener opener) {
        FrameHeader head = FrameHeader.parse(rest.duplicate(), opener.header());
        int length = Math.min(head.length(), rest.remaining());
        ByteBuffer frame = rest.slice(rest.position(), length);
        rest.position(rest.position() + length);
        return frame;
    }
}
