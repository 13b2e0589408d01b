package io.holdfast.chunk.write;

import io.holdfast.chunk.frame.Content;
import io.holdfast.chunk.frame.Ending;
import io.holdfast.chunk.table.Extent;
import io.holdfast.chunk.table.TableWriter;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Fills chunks with the bytes of files, each as full as it goes, and writes down which extent lies where. */
final class ChunkFiller {
    private final FrameWriter frames;
    private final TableWriter table;
    private final ByteBuffer chunk;
    private final int limit;
    private final CRC32C crc = new CRC32C();
    private long fileOffset;
    private int chunkOffset;
    private int length;

    /**
     * Fills the given direct buffer.
     *
     * @param limit the stream's chunk limit, not more than the buffer holds
     */
    ChunkFiller(FrameWriter frames, TableWriter table, ByteBuffer chunk, int limit) {
        this.frames = frames;
        this.table = table;
        this.chunk = chunk;
        this.limit = limit;
    }

    /** Adds bytes of the current file, consumed. */
    void write(long offset, ByteBuffer data) {
        if (length > 0 && offset != fileOffset + length) {
            endExtent();
        }
        long at = offset;
        while (data.hasRemaining()) {
            boolean whole = chunk.position() == 0 && data.isDirect() && data.remaining() >= limit;
            int piece = Math.min(limit - chunk.position(), data.remaining());
            ByteBuffer part = data.slice(data.position(), piece);
            grow(at, part.duplicate());
            if (whole) {
                // A full chunk lies in the caller's buffer already: it is packed from there.
                endExtent();
                frames.write(Content.DATA, Ending.MORE, part);
            } else {
                chunk.put(part);
                if (chunk.position() == limit) {
                    endChunk();
                }
            }
            data.position(data.position() + piece);
            at += piece;
        }
    }

    /** Whatever follows is another extent. */
    void endExtent() {
        if (length > 0) {
            table.add(new Extent(fileOffset, length, frames.next(), chunkOffset, crc.getValue()));
            crc.reset();
            length = 0;
        }
    }

    /** Seals what is in the chunk, if anything. */
    void endChunk() {
        endExtent();
        if (chunk.position() > 0) {
            frames.write(Content.DATA, Ending.MORE, chunk.flip());
            chunk.clear();
        }
    }

    private void grow(long offset, ByteBuffer part) {
        if (length == 0) {
            fileOffset = offset;
            chunkOffset = chunk.position();
        }
        length += part.remaining();
        crc.update(part);
    }
}
