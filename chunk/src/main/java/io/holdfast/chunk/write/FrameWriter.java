package io.holdfast.chunk.write;

import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.compress.ChunkPacker;
import io.holdfast.chunk.compress.Packed;
import io.holdfast.chunk.frame.Content;
import io.holdfast.chunk.frame.Ending;
import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.StreamTally;
import io.holdfast.chunk.seal.ChunkCipher;
import io.holdfast.protocol.chunk.Receipt;
import java.nio.ByteBuffer;

/** Chunks in, frames out: packs, seals, counts, hands on. */
final class FrameWriter {
    private final ChunkBuffers buffers;
    private final ChunkPacker packer;
    private final ChunkCipher cipher;
    private final StreamTally tally;
    private final FrameSink sink;
    private long index;

    /** The parts of one stream's pipeline. */
    record Parts(ChunkBuffers buffers, ChunkPacker packer, ChunkCipher cipher, StreamTally tally, FrameSink sink) {}

    FrameWriter(Parts parts) {
        this.buffers = parts.buffers();
        this.packer = parts.packer();
        this.cipher = parts.cipher();
        this.tally = parts.tally();
        this.sink = parts.sink();
    }

    /** The index of the frame that comes next. */
    long next() {
        return index;
    }

    /** Seals one chunk, a direct buffer from position to limit, and hands its frame on. */
    void write(Content content, Ending ending, ByteBuffer plain) {
        Packed packed = packer.pack(plain);
        int sealedLength = cipher.sealedLength(packed.length());
        FrameHeader head = new FrameHeader(index, content, ending, packed.codec(), plain.remaining(), sealedLength);
        byte[] bytes = buffers.cipherText();
        ByteBuffer frame = ByteBuffer.wrap(bytes, 0, head.length());
        head.encode(frame.duplicate());
        cipher.seal(bytes, buffers.clearText(), packed.length());
        tally.add(head, frame);
        sink.accept(index, frame);
        index++;
    }

    /** What the frames so far add up to. */
    Receipt receipt() {
        return tally.receipt();
    }
}
