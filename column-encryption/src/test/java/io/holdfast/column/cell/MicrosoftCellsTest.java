package io.holdfast.column.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.holdfast.column.ColumnName;
import io.holdfast.column.MicrosoftDriver;
import io.holdfast.column.Vectors;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Corrupt;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Against mssql-jdbc itself: each reads what the other wrote. */
final class MicrosoftCellsTest {
    private static final ColumnName COLUMN = new ColumnName("dbo", "t", "c");
    private static final int ROUNDS = 2000;

    @Test
    void eachReadsWhatTheOtherWrote() {
        long seed = Long.getLong("holdfast.seed", 1);
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] secret = bytes(random, 32);
            byte[] plain = bytes(random, random.nextInt(300));
            try (SecretBytes cek = SecretBytes.takeOver(secret);
                    CellKey key = CellKey.of("cek", cek)) {
                CellCipher deterministic = new CellCipher(COLUMN, EncryptionKind.DETERMINISTIC, key);
                CellCipher randomized = new CellCipher(COLUMN, EncryptionKind.RANDOMIZED, key);
                MicrosoftDriver.Cells theirs = new MicrosoftDriver.Cells(cek, "Deterministic");
                MicrosoftDriver.Cells theirsRandom = new MicrosoftDriver.Cells(cek, "Randomized");
                assertThat(deterministic.encrypt(plain)).as("seed %s", seed).isEqualTo(theirs.encrypt(plain));
                assertThat(theirs.decrypt(randomized.encrypt(plain)))
                        .as("seed %s", seed)
                        .isEqualTo(plain);
                assertThat(randomized.decrypt(theirsRandom.encrypt(plain)))
                        .as("seed %s", seed)
                        .isEqualTo(plain);
            }
        }
    }

    @Test
    void theDriverOverlooksAChangedTagWhereWeDoNot() {
        for (JsonNode vector : Vectors.of("damaged")) {
            try (SecretBytes cek = Vectors.key(vector.get("key").asInt());
                    CellKey key = CellKey.of("cek", cek)) {
                MicrosoftDriver.Cells theirs = new MicrosoftDriver.Cells(cek, "Randomized");
                CellCipher ours = new CellCipher(COLUMN, EncryptionKind.RANDOMIZED, key);
                for (JsonNode at : vector.get("driverAcceptsFlipAt")) {
                    byte[] cell = Vectors.hex(vector.get("cell"));
                    byte[] plain = theirs.decrypt(cell);
                    cell[at.asInt()] ^= 1;
                    assertThat(theirs.decrypt(cell)).isEqualTo(plain);
                    assertThatThrownBy(() -> ours.decrypt(cell)).isInstanceOf(Corrupt.class);
                }
            }
        }
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
