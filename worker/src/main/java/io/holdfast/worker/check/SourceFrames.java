package io.holdfast.worker.check;

import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.ChunkFailure;
import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.SealedSource;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Reads a stream's frames one after the other into one buffer, which a slot keeps for its life. */
final class SourceFrames {
    private final ByteBuffer buffer = ByteBuffer.allocate(ChunkBuffers.LARGEST_FRAME);

    /** The stream's first 128 bytes; a shorter stream is truncated. */
    ByteBuffer header(StreamRef ref, SealedSource source) {
        buffer.clear().limit((int) Math.min(StreamHeader.LENGTH, source.size()));
        int read = source.read(buffer, 0);
        buffer.flip();
        if (read < StreamHeader.LENGTH) {
            throw truncated(ref, "inside its header, at byte " + read);
        }
        return buffer;
    }

    /** Hands each frame to {@code frames}; the heads' claims of length are checked against the format's limits first. */
    void forEach(StreamRef ref, SealedSource source, StreamHeader header, Consumer<ByteBuffer> frames) {
        long position = StreamHeader.LENGTH;
        while (position < source.size()) {
            buffer.clear().limit(FrameHeader.LENGTH);
            int read = source.read(buffer, position);
            buffer.flip();
            FrameHeader head = FrameHeader.parse(buffer, header);
            buffer.limit(head.length()).position(read);
            read += source.read(buffer, position + read);
            buffer.flip();
            if (read < head.length()) {
                throw truncated(ref, "inside frame " + head.index() + ", at byte " + (position + read));
            }
            frames.accept(buffer);
            position += head.length();
        }
    }

    private static Corrupt truncated(StreamRef ref, String where) {
        StripeNumber stripe = ref.stripe();
        return new Corrupt(
                ChunkFailure.TRUNCATED, "stream " + ref.receipt().stream() + " of stripe " + stripe + " ends " + where);
    }
}
