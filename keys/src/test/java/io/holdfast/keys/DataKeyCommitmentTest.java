package io.holdfast.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import org.junit.jupiter.api.Test;

final class DataKeyCommitmentTest {
    @Test
    void itIsTheOneOfTheIndependentWritersVectors() {
        byte[] dek = Bytes.parse("7570bb6f0960e822d2e103f299a681e4de568ba19bbcc2b85d215c11a6f229a9")
                .toArray();
        try (SecretBytes dataKey = SecretBytes.takeOver(dek)) {
            assertThat(DataKeyCommitment.ofText("20261130T120000Z-0001", dataKey)
                            .text())
                    .isEqualTo("e91d4f3ca244578462478738d471bb5cbce4100649b6cd54b9a53b14fb657c4e");
        }
    }
}
