package io.holdfast.column.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.column.Vectors;
import io.holdfast.fuzzing.Fuzz;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class CellCipherTest {
    private static final ColumnName COLUMN = new ColumnName("public", "employees", "lastname");

    private static CellKey key(int number) {
        try (SecretBytes key = Vectors.key(number)) {
            return CellKey.of("cek" + number, key);
        }
    }

    private static CellCipher cipher(EncryptionKind kind, int key) {
        return new CellCipher(COLUMN, kind, key(key));
    }

    static List<JsonNode> keys() {
        return Vectors.of("keys");
    }

    static List<JsonNode> cells() {
        return Vectors.of("cells");
    }

    static List<JsonNode> damaged() {
        return Vectors.of("damaged");
    }

    @ParameterizedTest
    @MethodSource("keys")
    void keysAreDerivedAsTheDriverDerivesThem(JsonNode vector) {
        try (SecretBytes cek = SecretBytes.takeOver(Vectors.hex(vector.get("cek")));
                CellKey key = CellKey.of("cek", cek)) {
            assertThat(key.encryption().use(byte[]::clone)).isEqualTo(Vectors.hex(vector.get("encryptionKey")));
            assertThat(key.mac().use(byte[]::clone)).isEqualTo(Vectors.hex(vector.get("macKey")));
            assertThat(key.vector().use(byte[]::clone)).isEqualTo(Vectors.hex(vector.get("ivKey")));
        }
    }

    @ParameterizedTest
    @MethodSource("cells")
    void cellsOfTheDriverAreReadAndWritten(JsonNode vector) {
        byte[] plain = Vectors.hex(vector.get("plain"));
        CellCipher cipher =
                cipher(EncryptionKind.DETERMINISTIC, vector.get("key").asInt());
        assertThat(cipher.encrypt(plain)).isEqualTo(Vectors.hex(vector.get("deterministic")));
        assertThat(cipher.decrypt(Vectors.hex(vector.get("deterministic")))).isEqualTo(plain);
        assertThat(cipher.decrypt(Vectors.hex(vector.get("randomized")))).isEqualTo(plain);
    }

    @ParameterizedTest
    @MethodSource("damaged")
    void everyFlippedBitIsRefusedAlsoWhereTheDriverSeesNone(JsonNode vector) {
        byte[] cell = Vectors.hex(vector.get("cell"));
        CellCipher cipher = cipher(EncryptionKind.RANDOMIZED, vector.get("key").asInt());
        assertThat(cipher.decrypt(cell)).isNotNull();
        for (int bit = 0; bit < cell.length * 8; bit++) {
            byte[] changed = cell.clone();
            changed[bit / 8] ^= (byte) (1 << (bit % 8));
            ColumnFailure code = bit < 8 ? ColumnFailure.CELL_VERSION : ColumnFailure.CELL_TAG;
            assertRefused(cipher, changed, code);
        }
    }

    @ParameterizedTest
    @MethodSource("damaged")
    void everyCutCellIsRefused(JsonNode vector) {
        byte[] cell = Vectors.hex(vector.get("cell"));
        CellCipher cipher = cipher(EncryptionKind.RANDOMIZED, vector.get("key").asInt());
        for (int length = 0; length < cell.length; length++) {
            boolean whole = length >= CellCipher.SHORTEST && (length - 49) % 16 == 0;
            ColumnFailure code = whole ? ColumnFailure.CELL_TAG : ColumnFailure.CELL_LENGTH;
            assertRefused(cipher, Arrays.copyOf(cell, length), code);
        }
    }

    @Test
    void anotherKeyIsRefusedAndTheMessageNamesColumnAndKey() {
        byte[] cell = cipher(EncryptionKind.RANDOMIZED, 0).encrypt(new byte[] {1, 2, 3});
        assertThatThrownBy(() -> cipher(EncryptionKind.RANDOMIZED, 1).decrypt(cell))
                .isInstanceOf(Corrupt.class)
                .hasMessageContaining("public.employees.lastname")
                .hasMessageContaining("cek1");
        assertRefused(cipher(EncryptionKind.RANDOMIZED, 1), cell, ColumnFailure.CELL_TAG);
    }

    @Test
    void wrongPaddingUnderARightTagIsRefused() throws GeneralSecurityException {
        try (CellKey key = key(0)) {
            byte[] vector = new byte[16];
            Cipher plainAes = Cipher.getInstance("AES/CBC/NoPadding");
            plainAes.init(
                    Cipher.ENCRYPT_MODE,
                    new SecretKeySpec(key.encryption().use(byte[]::clone), "AES"),
                    new IvParameterSpec(vector));
            byte[] cell = new byte[65];
            cell[0] = 1;
            System.arraycopy(plainAes.doFinal(new byte[16]), 0, cell, 49, 16);
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.mac().use(byte[]::clone), "HmacSHA256"));
            mac.update((byte) 1);
            mac.update(cell, 33, 32);
            mac.update((byte) 1);
            System.arraycopy(mac.doFinal(), 0, cell, 1, 32);
            assertRefused(new CellCipher(COLUMN, EncryptionKind.RANDOMIZED, key), cell, ColumnFailure.CELL_PADDING);
        }
    }

    @Test
    void lengthsAreThoseOfTheFormula() {
        CellCipher cipher = cipher(EncryptionKind.RANDOMIZED, 0);
        for (int n = 0; n <= 64; n++) {
            byte[] cell = cipher.encrypt(new byte[n]);
            assertThat(cell).hasSize(49 + 16 * (n / 16 + 1)).hasSize(CellCipher.lengthOf(n));
            assertThat(cipher.decrypt(cell)).isEqualTo(new byte[n]);
        }
    }

    @Test
    void noVectorIsUsedTwiceByAnyThread() throws Exception {
        CellCipher cipher = cipher(EncryptionKind.RANDOMIZED, 0);
        byte[] plain = {7};
        Callable<List<String>> work = () -> {
            List<String> vectors = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                byte[] cell = cipher.encrypt(plain);
                assertThat(cipher.decrypt(cell)).isEqualTo(plain);
                vectors.add(Arrays.toString(Arrays.copyOfRange(cell, 33, 49)));
            }
            return vectors;
        };
        Set<String> all = new HashSet<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (Future<List<String>> vectors : threads.invokeAll(List.of(work, work, work, work))) {
                all.addAll(vectors.get());
            }
        }
        assertThat(all).hasSize(2000);
    }

    @Test
    void aKeyOfAnotherLengthIsRefused() {
        try (SecretBytes shorter = SecretBytes.takeOver(new byte[31])) {
            assertThatThrownBy(() -> CellKey.of("cek", shorter))
                    .isInstanceOfSatisfying(
                            Permanent.class, e -> assertThat(e.code()).isEqualTo(ColumnFailure.KEY_LENGTH));
        }
    }

    @Test
    void aClosedKeyIsNotUsed() {
        CellKey key = key(0);
        CellCipher cipher = new CellCipher(COLUMN, EncryptionKind.DETERMINISTIC, key);
        byte[] cell = cipher.encrypt(new byte[3]);
        key.close();
        assertThatThrownBy(() -> cipher.decrypt(cell))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cek0");
    }

    @Test
    void anyBytesAreRefusedInOurWords() throws IOException {
        CellCipher cipher = cipher(EncryptionKind.RANDOMIZED, 0);
        byte[] seed = cipher.encrypt(new byte[20]);
        assertThat(Fuzz.run("cell", new Fuzz.Limits(400L << 20), List.of(seed), input -> {
                    byte[] found = cipher.decrypt(input);
                    assertThat(found).isEqualTo(new byte[20]);
                }))
                .isPositive();
    }

    private static void assertRefused(CellCipher cipher, byte[] cell, ColumnFailure code) {
        assertThatThrownBy(() -> cipher.decrypt(cell))
                .isInstanceOf(Corrupt.class)
                .satisfies(e -> assertThat(((Failure) e).code()).isEqualTo(code));
    }
}
