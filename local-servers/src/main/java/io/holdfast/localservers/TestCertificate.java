package io.holdfast.localservers;

import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/**
 * A certificate that signed itself, for 127.0.0.1 and localhost, valid for some days: for the demo and for tests, made by the JDK's
 * keytool.
 *
 * @param certificate the certificate, PEM; at once the authority to trust
 * @param key the private key, PKCS#8 PEM, readable by its owner only
 */
public record TestCertificate(Path certificate, Path key) {
    // Protects a file that is deleted at once.
    private static final String PASSING = "passing";

    /** Makes one, P-256, in this folder, in the files certificate.pem and key.pem. */
    public static TestCertificate create(Path folder) {
        try {
            Files.createDirectories(folder);
            Path store = folder.resolve("passing.p12");
            Files.deleteIfExists(store);
            Command.in(folder)
                    .run(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            "server",
                            "-keyalg",
                            "EC",
                            "-groupname",
                            "secp256r1",
                            "-dname",
                            "CN=localhost",
                            "-ext",
                            "san=ip:127.0.0.1,dns:localhost",
                            "-validity",
                            "30",
                            "-storetype",
                            "PKCS12",
                            "-keystore",
                            store.toString(),
                            "-storepass",
                            PASSING));
            TestCertificate made = export(store, folder);
            Files.delete(store);
            return made;
        } catch (IOException | GeneralSecurityException e) {
            throw new Permanent(
                    LocalServersFailure.FOLDER_FAILED, "cannot make a certificate in " + folder + ": " + e, e);
        }
    }

    private static TestCertificate export(Path store, Path folder) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream bytes = Files.newInputStream(store)) {
            keys.load(bytes, PASSING.toCharArray());
        }
        return new TestCertificate(
                Files.writeString(
                        folder.resolve("certificate.pem"),
                        pem("CERTIFICATE", keys.getCertificate("server").getEncoded())),
                PrivateFile.write(
                        folder.resolve("key.pem"),
                        pem(
                                "PRIVATE KEY",
                                keys.getKey("server", PASSING.toCharArray()).getEncoded())));
    }

    private static String pem(String kind, byte[] content) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
    }
}
