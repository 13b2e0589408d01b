package io.holdfast.chunk.seal;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.chunk.ChunkLimit;
import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.chunk.Suite;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Frames that were cut, or whose head, IV or tag was changed, are not authentic; and never anything worse. */
final class CutFramesTest {
    private static final Bytes HASH = Bytes.of(new byte[32]);
    private static final int[] LENGTHS = {1, 7, 8, 9, 15, 16, 17, 200};

    private static ChunkCipher cipher(Suite suite) {
        Bytes zeros = Bytes.of(new byte[32]);
        StreamHeader header = new StreamHeader(suite, new ChunkLimit(256), new StreamId(zeros), zeros, zeros);
        Optional<SecretBytes> key =
                suite == Suite.NONE ? Optional.empty() : Optional.of(SecretBytes.takeOver(new byte[32]));
        return StreamKeys.derive(header, key).cipher(HASH, target -> target[0] = 1);
    }

    private static byte[] sealed(Suite suite, int length) {
        try (ChunkCipher cipher = cipher(suite)) {
            byte[] frame = new byte[FrameHeader.LENGTH + cipher.sealedLength(length)];
            ByteBuffer.wrap(frame).putInt(12, length).putInt(16, cipher.sealedLength(length));
            cipher.seal(frame, new byte[256], length);
            return frame;
        }
    }

    @ParameterizedTest
    @EnumSource(Suite.class)
    void everyCutIsNotAuthentic(Suite suite) {
        for (int length : LENGTHS) {
            byte[] frame = sealed(suite, length);
            try (ChunkCipher cipher = cipher(suite)) {
                assertThat(cipher.open(frame, frame.length, new byte[600])).isEqualTo(length);
                for (int end = FrameHeader.LENGTH; end < frame.length; end++) {
                    assertThat(cipher.open(frame, end, new byte[600]))
                            .as("%d of %d bytes", end, frame.length)
                            .isEqualTo(ChunkCipher.NOT_AUTHENTIC);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Suite.class)
    void everyChangedBitOfHeadAndSealedBytesIsNotAuthentic(Suite suite) {
        byte[] frame = sealed(suite, 17);
        try (ChunkCipher cipher = cipher(suite)) {
            for (int bit = 0; bit < 8 * frame.length; bit++) {
                byte[] changed = frame.clone();
                changed[bit / 8] ^= (byte) (1 << bit % 8);
                boolean bound = bit / 8 < FrameHeader.AUTHENTICATED || bit / 8 >= FrameHeader.LENGTH;
                assertThat(cipher.open(changed, changed.length, new byte[600]))
                        .as("bit %d", bit)
                        .isEqualTo(bound ? ChunkCipher.NOT_AUTHENTIC : 17);
            }
        }
    }
}
