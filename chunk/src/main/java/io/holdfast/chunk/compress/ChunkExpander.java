package io.holdfast.chunk.compress;

import com.github.luben.zstd.ZstdException;
import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.frame.FrameHeader;
import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/** Undoes {@link ChunkPacker}, exactly: all input used, the plaintext as long as the frame says, or nothing. */
public final class ChunkExpander {
    private static final LZ4SafeDecompressor LZ4 = LZ4Factory.fastestInstance().safeDecompressor();

    private final ChunkBuffers buffers;

    /** Reads packed bytes from the buffers' clear text, writes plaintext to their plain buffer from 0. */
    public ChunkExpander(ChunkBuffers buffers) {
        this.buffers = buffers;
    }

    /** Whether the packed bytes became exactly the plaintext that the head announces. */
    public boolean expand(FrameHeader head, int packedLength) {
        byte[] packed = buffers.clearText();
        ByteBuffer plain = buffers.plain();
        return switch (head.codec()) {
            case NONE -> {
                boolean fits = packedLength == head.plainLength();
                if (fits) {
                    plain.put(0, packed, 0, packedLength);
                }
                yield fits;
            }
            case ZSTD -> zstd(head, packedLength);
            case LZ4 -> lz4(head, packedLength);
        };
    }

    private boolean zstd(FrameHeader head, int packedLength) {
        try {
            if (!ZstdFrame.isOnlyOne(buffers.clearText(), packedLength)) {
                return false;
            }
            int length = buffers.expander()
                    .decompressByteArrayToDirectByteBuffer(
                            buffers.plain(), 0, head.plainLength(), buffers.clearText(), 0, packedLength);
            return length == head.plainLength();
        } catch (ZstdException damaged) {
            return false;
        }
    }

    private boolean lz4(FrameHeader head, int packedLength) {
        try {
            ByteBuffer packed = ByteBuffer.wrap(buffers.clearText());
            int length = LZ4.decompress(packed, 0, packedLength, buffers.plain(), 0, head.plainLength());
            return length == head.plainLength();
        } catch (LZ4Exception damaged) {
            return false;
        }
    }
}
