package io.holdfast.column.key;

import com.fasterxml.jackson.databind.JsonNode;
import io.holdfast.column.Vectors;
import io.holdfast.protocol.SecretBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;

/** A PKCS#12 file with the column master keys of the vectors. */
public final class TestStore {
    /** Of the file and of each key. */
    public static final String PASSWORD = "pässword of a test";

    private TestStore() {}

    /** The password, to be closed. */
    public static SecretBytes password() {
        return SecretBytes.takeOver(PASSWORD.getBytes(StandardCharsets.UTF_8));
    }

    static PrivateKey privateKey(JsonNode vector) throws GeneralSecurityException {
        return KeyFactory.getInstance("RSA")
                .generatePrivate(new PKCS8EncodedKeySpec(Vectors.hex(vector.get("privatePkcs8"))));
    }

    static Certificate certificate(JsonNode vector) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(Vectors.hex(vector.get("certificate"))));
    }

    /** Every key under its path as alias; and under "mixed" the first key with the second's certificate. */
    public static Path write(Path folder) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (JsonNode vector : Vectors.of("cekValues")) {
            put(store, vector.get("keyPath").asText(), privateKey(vector), certificate(vector));
        }
        JsonNode first = Vectors.of("cekValues").get(0);
        JsonNode second = Vectors.of("cekValues").get(1);
        put(store, "mixed", privateKey(first), certificate(second));
        Path file = folder.resolve("cmk.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
        return file;
    }

    private static void put(KeyStore store, String alias, PrivateKey key, Certificate certificate)
            throws GeneralSecurityException {
        store.setKeyEntry(alias, key, PASSWORD.toCharArray(), new Certificate[] {certificate});
    }

    /** A column master key by its number. */
    public static ColumnMasterKey master(int number) {
        String path = Vectors.of("cekValues").get(number).get("keyPath").asText();
        try (SecretBytes password = password()) {
            Path folder = Files.createTempDirectory("cmk");
            Path file = write(folder);
            ColumnMasterKey key = Pkcs12.open(file, password).masterKey(path);
            Files.delete(file);
            Files.delete(folder);
            return key;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("the test's keys cannot be written", e);
        }
    }
}
