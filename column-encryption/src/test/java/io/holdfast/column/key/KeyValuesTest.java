package io.holdfast.column.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.sqlserver.jdbc.SQLServerColumnEncryptionJavaKeyStoreProvider;
import com.microsoft.sqlserver.jdbc.SQLServerException;
import io.holdfast.column.ColumnFailure;
import io.holdfast.column.Vectors;
import io.holdfast.fuzzing.Fuzz;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Cipher;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class KeyValuesTest {
    @TempDir
    static Path folder = Path.of("unset");

    private static Path file = Path.of("unset");
    private final SecretBytes password = TestStore.password();

    @BeforeAll
    static void makeStore() throws GeneralSecurityException, IOException {
        file = TestStore.write(folder);
    }

    static List<JsonNode> values() {
        return Vectors.of("cekValues");
    }

    private ColumnMasterKey master(JsonNode vector) {
        return Pkcs12.open(file, password).masterKey(vector.get("keyPath").asText());
    }

    private ColumnMasterKey master() {
        return master(values().getFirst());
    }

    private static Bytes stored(JsonNode vector) {
        return Bytes.of(Vectors.hex(vector.get("encryptedCek")));
    }

    @ParameterizedTest
    @MethodSource("values")
    void valuesOfTheDriverAreOpenedAndWrittenAsTheyWere(JsonNode vector) {
        try (SecretBytes key = new KeyValues(master(vector)).open("cek", stored(vector))) {
            assertThat(key.use(byte[]::clone)).isEqualTo(Vectors.hex(vector.get("cek")));
        }
        assertThat(KeyValue.parse("cek", stored(vector)).bytes()).isEqualTo(stored(vector));
    }

    @ParameterizedTest
    @MethodSource("values")
    void theDriverOpensWhatWeMake(JsonNode vector) throws SQLServerException {
        String path = vector.get("keyPath").asText();
        var theirs =
                new SQLServerColumnEncryptionJavaKeyStoreProvider(file.toString(), TestStore.PASSWORD.toCharArray());
        try (SecretBytes key = KeyValues.newKey()) {
            Bytes made = new KeyValues(master(vector)).make("cek", key);
            byte[] opened = theirs.decryptColumnEncryptionKey(path, "RSA_OAEP", made.toArray());
            assertThat(opened).isEqualTo(key.use(byte[]::clone));
            byte[] wrapped = theirs.encryptColumnEncryptionKey(path, "RSA_OAEP", opened);
            try (SecretBytes back = new KeyValues(master(vector)).open("cek", Bytes.of(wrapped))) {
                assertThat(back.sameAs(key)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("values")
    void entriesOfMasterKeysAreSignedAsTheDriverSignsThem(JsonNode vector) throws SQLServerException {
        ColumnMasterKey master = master(vector);
        MasterKeyEntry entry = new MasterKeyEntry("MSSQL_JAVA_KEYSTORE", master.path(), MasterKeyEntry.Enclave.ALLOWED);
        Bytes signature = Bytes.of(Vectors.hex(vector.get("cmkMetadataSignature")));
        entry.verify(master.publicKey(), signature);
        assertThat(entry.sign(master)).isEqualTo(signature);
        MasterKeyEntry refused =
                new MasterKeyEntry("MSSQL_JAVA_KEYSTORE", master.path(), MasterKeyEntry.Enclave.REFUSED);
        assertCode(() -> refused.verify(master.publicKey(), signature), ColumnFailure.MASTER_KEY_SIGNATURE);
        assertCode(() -> entry.verify(master.publicKey(), Bytes.parse("00")), ColumnFailure.MASTER_KEY_SIGNATURE);
        var theirs =
                new SQLServerColumnEncryptionJavaKeyStoreProvider(file.toString(), TestStore.PASSWORD.toCharArray());
        assertThat(theirs.verifyColumnMasterKeyMetadata(
                        master.path(), true, entry.sign(master).toArray()))
                .isTrue();
    }

    @Test
    void everyChangedByteIsRefused() {
        KeyValues values = new KeyValues(master());
        byte[] stored = stored(values().getFirst()).toArray();
        for (int at = 0; at < stored.length; at++) {
            byte[] changed = stored.clone();
            changed[at] ^= 4;
            assertThatThrownBy(() -> values.open("cek", Bytes.of(changed)))
                    .as("byte %d", at)
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("cek");
        }
    }

    @Test
    void damageIsToldApart() {
        KeyValues values = new KeyValues(master());
        byte[] stored = stored(values().getFirst()).toArray();
        byte[] version = stored.clone();
        version[0] = 2;
        assertCode(() -> values.open("cek", Bytes.of(version)), ColumnFailure.KEY_VALUE_DAMAGED);
        byte[] upper = stored.clone();
        upper[5] = 'M';
        assertCode(() -> values.open("cek", Bytes.of(upper)), ColumnFailure.KEY_VALUE_DAMAGED);
        byte[] ciphertext = stored.clone();
        ciphertext[60] ^= 1;
        assertCode(() -> values.open("cek", Bytes.of(ciphertext)), ColumnFailure.KEY_VALUE_SIGNATURE);
        for (int length = 0; length < stored.length; length += 7) {
            Bytes cut = Bytes.of(Arrays.copyOf(stored, length));
            assertThatThrownBy(() -> values.open("cek", cut))
                    .isInstanceOfSatisfying(
                            Failure.class,
                            e -> assertThat(e.code())
                                    .isIn(ColumnFailure.KEY_VALUE_DAMAGED, ColumnFailure.KEY_VALUE_SIGNATURE));
        }
    }

    @Test
    void aValueOfAnotherMasterKeyIsRefusedByItsPath() {
        KeyValues values = new KeyValues(master(values().getLast()));
        assertThatThrownBy(() -> values.open("cek", stored(values().getFirst())))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("mycmk-2048")
                .satisfies(e -> assertThat(((Failure) e).code()).isEqualTo(ColumnFailure.KEY_VALUE_PATH));
        ColumnMasterKey renamed = Pkcs12.open(file, password).masterKey("MyCmk-3072", "MyCmk-2048");
        assertCode(
                () -> new KeyValues(renamed).open("cek", stored(values().getFirst())),
                ColumnFailure.KEY_VALUE_SIGNATURE);
    }

    @Test
    void aSignedValueThatIsNoKeyOf32BytesIsRefused() throws GeneralSecurityException {
        ColumnMasterKey master = master();
        Cipher oaep = Oaep.cipher(Cipher.ENCRYPT_MODE, master.publicKey());
        assertCode(
                () -> new KeyValues(master).open("cek", signed(master, oaep.doFinal(new byte[16]))),
                ColumnFailure.KEY_VALUE_NOT_OPENED);
        assertCode(
                () -> new KeyValues(master).open("cek", signed(master, new byte[256])),
                ColumnFailure.KEY_VALUE_NOT_OPENED);
    }

    private static Bytes signed(ColumnMasterKey master, byte[] ciphertext) throws GeneralSecurityException {
        byte[] signature = master.sign(KeyValue.signedPart(master.path(), ciphertext));
        return new KeyValue(KeyValue.lower(master.path()), Bytes.of(ciphertext), Bytes.of(signature)).bytes();
    }

    @Test
    void theDriverOverlooksVersionAndPathWhereWeDoNot() throws GeneralSecurityException, SQLServerException {
        var theirs =
                new SQLServerColumnEncryptionJavaKeyStoreProvider(file.toString(), TestStore.PASSWORD.toCharArray());
        ColumnMasterKey master = master();
        byte[] cek = Vectors.hex(values().getFirst().get("cek"));

        KeyValue whole = KeyValue.parse("cek", stored(values().getFirst()));
        byte[] part = whole.signedPart();
        part[0] = 2;
        byte[] signature = master.sign(part);
        byte[] later = Arrays.copyOf(part, part.length + signature.length);
        System.arraycopy(signature, 0, later, part.length, signature.length);
        assertThat(theirs.decryptColumnEncryptionKey(master.path(), "RSA_OAEP", later))
                .isEqualTo(cek);
        assertCode(() -> new KeyValues(master).open("cek", Bytes.of(later)), ColumnFailure.KEY_VALUE_DAMAGED);

        ColumnMasterKey elsewhere = Pkcs12.open(file, password).masterKey(master.path(), "elsewhere");
        try (SecretBytes key = SecretBytes.takeOver(cek.clone())) {
            Bytes moved = new KeyValues(elsewhere).make("cek", key);
            assertThat(theirs.decryptColumnEncryptionKey(master.path(), "RSA_OAEP", moved.toArray()))
                    .isEqualTo(cek);
            assertCode(() -> new KeyValues(master).open("cek", moved), ColumnFailure.KEY_VALUE_PATH);
        }
    }

    @Test
    void aKeyOfAnotherLengthIsNotWrapped() {
        try (SecretBytes shorter = SecretBytes.takeOver(new byte[16])) {
            assertCode(() -> new KeyValues(master()).make("cek", shorter), ColumnFailure.KEY_LENGTH);
        }
    }

    @Test
    void storesAndAliasesThatAreNotThereAreNamed() throws IOException {
        assertThatThrownBy(() -> Pkcs12.open(file, password).masterKey("other"))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("mycmk-2048")
                .satisfies(e -> assertThat(((Failure) e).code()).isEqualTo(ColumnFailure.MASTER_KEY_MISSING));
        assertCode(() -> Pkcs12.open(folder.resolve("none"), password), ColumnFailure.MASTER_KEY_STORE);
        try (SecretBytes wrong = SecretBytes.takeOver("wrong".getBytes(StandardCharsets.UTF_8))) {
            assertCode(() -> Pkcs12.open(file, wrong), ColumnFailure.MASTER_KEY_STORE);
        }
        Path text = Files.writeString(folder.resolve("text"), "no store");
        assertCode(() -> Pkcs12.open(text, password), ColumnFailure.MASTER_KEY_STORE);
    }

    @Test
    void aCertificateOfAnotherKeyIsRefused() {
        assertThatThrownBy(() -> Pkcs12.open(file, password).masterKey("mixed"))
                .isInstanceOf(Denied.class)
                .satisfies(e -> assertThat(((Failure) e).code()).isEqualTo(ColumnFailure.MASTER_KEY_UNSUITABLE));
    }

    @Test
    void aKeyThatIsNotRsaOrTooSmallIsRefused() throws GeneralSecurityException {
        KeyPair ec = KeyPairGenerator.getInstance("EC").generateKeyPair();
        assertCode(() -> RsaMasterKey.of("p", ec.getPrivate(), ec.getPublic()), ColumnFailure.MASTER_KEY_UNSUITABLE);
        KeyPairGenerator small = KeyPairGenerator.getInstance("RSA");
        small.initialize(1024);
        KeyPair rsa = small.generateKeyPair();
        assertCode(() -> RsaMasterKey.of("p", rsa.getPrivate(), rsa.getPublic()), ColumnFailure.MASTER_KEY_UNSUITABLE);
    }

    @Test
    void anyBytesAreRefusedInOurWords() throws IOException {
        Bytes seed = stored(values().getFirst());
        assertThat(Fuzz.run("column key value", new Fuzz.Limits(400L << 20), List.of(seed.toArray()), input -> {
                    KeyValue value = KeyValue.parse("cek", Bytes.of(input));
                    assertThat(value.bytes()).isEqualTo(Bytes.of(input));
                }))
                .isPositive();
    }

    private static void assertCode(ThrowingCallable call, ColumnFailure code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
