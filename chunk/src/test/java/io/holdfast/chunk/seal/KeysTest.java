package io.holdfast.chunk.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.fasterxml.jackson.databind.JsonNode;
import io.holdfast.chunk.Vectors;
import io.holdfast.chunk.Vectors.Vector;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.Suite;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class KeysTest {
    private static Stream<Vector> sealed() {
        return Vectors.good().filter(vector -> vector.suite() != Suite.NONE);
    }

    @ParameterizedTest
    @MethodSource("sealed")
    void theDerivationIsTheVectors(Vector vector) {
        try (SecretBytes dataKey = vector.dataKey().orElseThrow()) {
            WipedKey extracted = Hkdf.extract(vector.bytes("streamId"), dataKey);
            assertThat(extracted.getEncoded()).isEqualTo(vector.bytes("prk"));
            StreamHeader header = StreamHeader.parse(ByteBuffer.wrap(vector.bytes("header")));
            byte[] label = ByteBuffer.allocate(38)
                    .putShort((short) vector.suite().id())
                    .putInt(header.chunkLimit().bytes())
                    .put(header.contextHash().toArray())
                    .array();
            byte[] expected = vector.bytes("kenc");
            assertThat(Hkdf.expand(extracted, "HFS1 enc", label, expected.length))
                    .isEqualTo(expected);
            assertThat(StreamKeys.derive(header, vector.dataKey()).commit()).isEqualTo(header.commit());
        }
        assertThat(vector.binding().hash().toArray()).isEqualTo(vector.bytes("contextHash"));
    }

    @ParameterizedTest
    @MethodSource("sealed")
    void noncesAreTheVectors(Vector vector) {
        vector.json().get("frames").forEach(frame -> {
            if (frame.has("nonce") && !frame.get("nonce").isNull()) {
                byte[] bytes = frame(vector, frame);
                assertThat(Nonces.of(bytes)).isEqualTo(Vectors.hex(frame.get("nonce")));
            }
        });
    }

    @Test
    void theKeysOfTripleDesAreTheVectors() {
        Vectors.good()
                .filter(vector -> vector.suite() == Suite.TRIPLE_DES_3KEY)
                .forEach(vector -> vector.json().get("frames").forEach(frame -> {
                    WipedKey encryption = new WipedKey("Generic", vector.bytes("kenc"));
                    WipedKey key = TripleDesCipher.chunkKey(encryption, frame(vector, frame));
                    assertThat(key.getEncoded()).isEqualTo(Vectors.hex(frame.get("chunkKey")));
                }));
    }

    @Test
    void manifestKeyAndCommitmentAreTheVectors() {
        JsonNode manifest = Vectors.manifest();
        String setId = manifest.get("setId").asText();
        try (SecretBytes dataKey = SecretBytes.takeOver(Vectors.hex(manifest.get("dek")));
                SecretBytes key = SetKeys.manifestKey(setId, dataKey)) {
            assertThat(key.use(byte[]::clone)).isEqualTo(Vectors.hex(manifest.get("manifestKey")));
            assertThat(SetKeys.dataKeyCommitment(setId, dataKey).text())
                    .isEqualTo(manifest.get("dekCommit").asText());
        }
    }

    @Test
    void twoEqualKeysOfThreeAreWeak() {
        byte[] good = new byte[24];
        good[0] = 1;
        good[8] = 2;
        good[16] = 4;
        assertThat(TripleDesCipher.isWeak(new WipedKey("DESede", good))).isFalse();
        for (int[] pair : new int[][] {{0, 8}, {8, 16}, {0, 16}}) {
            byte[] weak = good.clone();
            System.arraycopy(weak, pair[0], weak, pair[1], 8);
            assertThat(TripleDesCipher.isWeak(new WipedKey("DESede", weak))).isTrue();
        }
    }

    @Test
    void noFrameIsSealedTwiceOrOutOfOrder() {
        Nonces nonces = new Nonces();
        nonces.toSeal(frame(0));
        nonces.toSeal(frame(1));
        assertThatIllegalStateException().isThrownBy(() -> nonces.toSeal(frame(1)));
        assertThatIllegalStateException().isThrownBy(() -> nonces.toSeal(frame(0)));
        assertThatIllegalStateException().isThrownBy(() -> nonces.toSeal(frame(3)));
    }

    @Test
    void aDestroyedKeyIsGone() {
        byte[] content = {1, 2, 3};
        WipedKey key = new WipedKey("AES", content);
        key.destroy();
        assertThat(content).containsOnly(0);
        assertThat(key.isDestroyed()).isTrue();
        assertThatIllegalStateException().isThrownBy(key::getEncoded);
    }

    private static byte[] frame(long index) {
        return ByteBuffer.allocate(20).putLong(index).array();
    }

    private static byte[] frame(Vector vector, JsonNode frame) {
        int offset = frame.get("offset").asInt();
        return Arrays.copyOfRange(
                vector.bytes("stream"), offset, offset + frame.get("length").asInt());
    }
}
