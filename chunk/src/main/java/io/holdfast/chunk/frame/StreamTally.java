package io.holdfast.chunk.frame;

import io.holdfast.chunk.ChunkFailure;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.quantity.ByteCount;
import java.nio.ByteBuffer;

/** Counts and hashes the frames of one stream as they pass: writer, reader and verifier reach the same receipt by it. */
public final class StreamTally {
    private final StreamHeader header;
    private final Bytes headerHash;
    private final MerkleTree tree = new MerkleTree();
    private long frames;
    private long dataBytes;
    private long sealedBytes = StreamHeader.LENGTH;

    /** Nothing counted yet but the header. */
    public StreamTally(StreamHeader header) {
        this.header = header;
        this.headerHash = header.hash();
    }

    /** SHA-256 of the header. */
    public Bytes headerHash() {
        return headerHash;
    }

    /** Adds a frame: its head, and the whole of it from position to limit, which is not consumed. */
    public void add(FrameHeader head, ByteBuffer frame) {
        tree.add(frame.duplicate());
        frames++;
        sealedBytes += head.length();
        if (head.content() == Content.DATA) {
            dataBytes += head.plainLength();
        }
    }

    /** The receipt over the frames so far. */
    public Receipt receipt() {
        return new Receipt(
                header.streamId(), headerHash, frames, ByteCount.of(dataBytes), ByteCount.of(sealedBytes), tree.root());
    }

    /**
     * Holds the count and the root against the writer's receipt.
     *
     * @throws Corrupt root-mismatch
     */
    public void check(Receipt expected) {
        Receipt found = receipt();
        if (found.equals(expected)) {
            return;
        }
        String difference = found.frames() != expected.frames()
                ? "it has " + found.frames() + " frames, its receipt names " + expected.frames()
                : found.root().equals(expected.root())
                        ? "it has " + found.dataBytes() + " of data in " + found.sealedBytes() + ", its receipt names "
                                + expected.dataBytes() + " in " + expected.sealedBytes()
                        : "the root over its " + found.frames() + " frames is " + found.root() + ", its receipt names "
                                + expected.root();
        throw new Corrupt(ChunkFailure.ROOT_MISMATCH, "stream " + header.streamId() + ": " + difference);
    }
}
