package io.holdfast.chunk.compress;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.frame.Content;
import io.holdfast.chunk.frame.Ending;
import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Compression;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ChunkExpanderTest {
    private static final byte[] TEXT = "all work and no play ".repeat(50).getBytes(StandardCharsets.US_ASCII);

    private final ChunkBuffers buffers = new ChunkBuffers();

    @ParameterizedTest
    @EnumSource(Codec.class)
    void theLengthMustBeExact(Codec codec) {
        byte[] packed = pack(codec);
        assertThat(expands(codec, packed, TEXT.length)).isTrue();
        assertThat(expands(codec, packed, TEXT.length - 1)).isFalse();
        assertThat(expands(codec, packed, TEXT.length + 1)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void allInputMustBeUsed(Codec codec) {
        byte[] packed = pack(codec);
        assertThat(expands(codec, Arrays.copyOf(packed, packed.length + 1), TEXT.length))
                .isFalse();
        assertThat(expands(codec, Arrays.copyOf(packed, packed.length - 1), TEXT.length))
                .isFalse();
    }

    @Test
    void zstdIsOneFrameWithoutAnythingBesideIt() {
        byte[] packed = pack(Codec.ZSTD);
        byte[] skippable = HexFormat.of().parseHex("502a4d180400000000000000");
        byte[] nothing = Zstd.compress(new byte[0]);
        for (byte[] extra : new byte[][] {skippable, nothing}) {
            assertThat(expands(Codec.ZSTD, joined(packed, extra), TEXT.length)).isFalse();
            assertThat(expands(Codec.ZSTD, joined(extra, packed), TEXT.length)).isFalse();
        }
    }

    @Test
    void zstdWithADictionaryIsRefused() {
        try (ZstdCompressCtx context = new ZstdCompressCtx()) {
            context.loadDict(TEXT);
            byte[] packed = context.compress(TEXT);
            assertThat(expands(Codec.ZSTD, packed, TEXT.length)).isFalse();
        }
    }

    @Test
    void zstdWithAWindowOver8MibIsRefused() {
        // Magic, a descriptor without single segment, the window; one raw last block of one byte.
        String form = "28b52ffd" + "00" + "%02x" + "090000" + "41";
        int eightMib = 13 << 3;
        assertThat(expands(Codec.ZSTD, HexFormat.of().parseHex(form.formatted(eightMib)), 1))
                .isTrue();
        assertThat(expands(Codec.ZSTD, HexFormat.of().parseHex(form.formatted(eightMib + 1)), 1))
                .isFalse();
    }

    @Test
    void aChunkThatDoesNotShrinkStaysAsItIs() {
        byte[] noise = new byte[1000];
        new java.util.Random(1).nextBytes(noise);
        for (Codec codec : Codec.values()) {
            ChunkPacker packer = new ChunkPacker(compression(codec), buffers);
            assertThat(packer.pack(direct(noise))).isEqualTo(new Packed(Codec.NONE, noise.length));
        }
    }

    private byte[] pack(Codec codec) {
        Packed packed = new ChunkPacker(compression(codec), buffers).pack(direct(TEXT));
        assertThat(packed.codec()).isEqualTo(codec);
        return Arrays.copyOf(buffers.clearText(), packed.length());
    }

    private boolean expands(Codec codec, byte[] packed, int plainLength) {
        System.arraycopy(packed, 0, buffers.clearText(), 0, packed.length);
        FrameHeader head = new FrameHeader(0, Content.DATA, Ending.MORE, codec, plainLength, packed.length);
        return new ChunkExpander(buffers).expand(head, packed.length);
    }

    private static Compression compression(Codec codec) {
        return new Compression(codec, codec == Codec.ZSTD ? 3 : 0);
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
