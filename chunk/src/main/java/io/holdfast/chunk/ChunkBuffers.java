package io.holdfast.chunk;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What one thread keeps for its life to seal and open streams: buffers and compression contexts, about 4 MiB, made when first
 * needed. One stream at a time uses it; not for several threads at once.
 */
public final class ChunkBuffers implements AutoCloseable {
    /** The largest frame of any suite: head, packed bytes, and the most that a suite adds. */
    public static final int LARGEST_FRAME = 20 + ChunkLimit.LARGEST + 48;

    private static final int PACKED = (int) Zstd.compressBound(ChunkLimit.LARGEST) + 1024;

    private static final int ALIGNMENT = 4096;

    private @Nullable ByteBuffer plain;
    private @Nullable ByteBuffer packed;
    private byte @Nullable [] cipherText;
    private byte @Nullable [] clearText;
    private @Nullable ZstdCompressCtx compressor;
    private @Nullable ZstdDecompressCtx expander;
    private boolean lent;
    private boolean closed;

    /** Nothing is allocated yet. */
    public ChunkBuffers() {}

    /** Lends everything to one stream; a second one before {@link #giveBack} is an {@link IllegalStateException}. */
    public ChunkBuffers lend() {
        if (lent || closed) {
            throw new IllegalStateException("these buffers are " + (closed ? "closed" : "in use by another stream"));
        }
        lent = true;
        return this;
    }

    /** The stream that borrowed them is done with them. */
    public void giveBack() {
        lent = false;
    }

    /** A direct buffer for plaintext, cleared: one chunk. It begins at a multiple of 4096, so that files can be written from it directly. */
    public ByteBuffer plain() {
        ByteBuffer made = plain;
        if (made == null) {
            made = ByteBuffer.allocateDirect(ChunkLimit.LARGEST + ALIGNMENT)
                    .alignedSlice(ALIGNMENT)
                    .slice(0, ChunkLimit.LARGEST);
            plain = made;
        }
        return made.clear();
    }

    /** A direct buffer for packed bytes, cleared: the most that a codec can make of one chunk. */
    public ByteBuffer packed() {
        ByteBuffer made = packed;
        if (made == null) {
            made = ByteBuffer.allocateDirect(PACKED);
            packed = made;
        }
        return made.clear();
    }

    /** The array that a frame is sealed into or opened from. */
    public byte[] cipherText() {
        byte[] made = cipherText;
        if (made == null) {
            made = new byte[LARGEST_FRAME];
            cipherText = made;
        }
        return made;
    }

    /** The array that packed bytes go to a cipher in, or come from it in. */
    public byte[] clearText() {
        byte[] made = clearText;
        if (made == null) {
            made = new byte[LARGEST_FRAME];
            clearText = made;
        }
        return made;
    }

    /** A zstd context for compression; a fresh one for each chunk would cost a third of the speed. */
    public ZstdCompressCtx compressor() {
        ZstdCompressCtx made = compressor;
        if (made == null) {
            made = new ZstdCompressCtx();
            compressor = made;
        }
        return made;
    }

    /** A zstd context for decompression. */
    public ZstdDecompressCtx expander() {
        ZstdDecompressCtx made = expander;
        if (made == null) {
            made = new ZstdDecompressCtx();
            expander = made;
        }
        return made;
    }

    @Override
    public void close() {
        closed = true;
        if (compressor != null) {
            compressor.close();
            compressor = null;
        }
        if (expander != null) {
            expander.close();
            expander = null;
        }
    }
}
