package io.holdfast.chunk.compress;

import com.github.luben.zstd.ZstdCompressCtx;
import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Compression;
import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/** Packs chunks of one stream. zstd: one frame, its checksum off because the cipher's tag covers it. lz4: one raw block. */
public final class ChunkPacker {
    private static final LZ4Compressor LZ4 = LZ4Factory.fastestInstance().fastCompressor();

    private final Codec codec;
    private final ChunkBuffers buffers;

    /** Sets the buffers' compression context to the given level. */
    public ChunkPacker(Compression compression, ChunkBuffers buffers) {
        this.codec = compression.codec();
        this.buffers = buffers;
        if (codec == Codec.ZSTD) {
            ZstdCompressCtx context = buffers.compressor();
            context.reset();
            context.setLevel(compression.level()).setChecksum(false).setDictID(false);
        }
    }

    /**
     * Packs one chunk into the buffers' clear text.
     *
     * @param plain a direct buffer, from position to limit, not consumed
     */
    public Packed pack(ByteBuffer plain) {
        int length = plain.remaining();
        byte[] target = buffers.clearText();
        int packed = codec == Codec.NONE ? length : compress(plain);
        if (packed >= length) {
            plain.get(plain.position(), target, 0, length);
            return new Packed(Codec.NONE, length);
        }
        buffers.packed().get(0, target, 0, packed);
        return new Packed(codec, packed);
    }

    private int compress(ByteBuffer plain) {
        ByteBuffer target = buffers.packed();
        int from = plain.position();
        int length = plain.remaining();
        return codec == Codec.ZSTD
                ? buffers.compressor().compressDirectByteBuffer(target, 0, target.capacity(), plain, from, length)
                : LZ4.compress(plain, from, length, target, 0, target.capacity());
    }
}
