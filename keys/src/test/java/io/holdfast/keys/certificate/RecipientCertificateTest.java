package io.holdfast.keys.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.keys.KeyFingerprint;
import io.holdfast.keys.KeysFailure;
import io.holdfast.localservers.OpenSsl;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates as OpenSSL makes them. */
final class RecipientCertificateTest {
    @TempDir
    Path folder = Path.of("unset");

    private OpenSsl openSsl;

    @BeforeEach
    void openSsl() {
        openSsl = OpenSsl.in(folder);
    }

    private Path selfSigned(String name, String... key) {
        String[] start = {"req", "-x509", "-nodes", "-subj", "/CN=" + name, "-days", "30"};
        String[] files = {"-keyout", name + ".key", "-out", name + ".pem"};
        openSsl.run(joined(start, key, files));
        return folder.resolve(name + ".pem");
    }

    private static String[] joined(String[]... parts) {
        return java.util.Arrays.stream(parts).flatMap(java.util.Arrays::stream).toArray(String[]::new);
    }

    private static String[] rsa(int bits) {
        return new String[] {"-newkey", "rsa:" + bits};
    }

    private static String[] ec(String curve) {
        return new String[] {"-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:" + curve};
    }

    private void issue(String name, String issuer, String extensions) throws IOException {
        openSsl.run(joined(new String[] {"req", "-new", "-nodes", "-subj", "/CN=" + name}, ec("P-384"), new String[] {
            "-keyout", name + ".key", "-out", name + ".csr"
        }));
        Files.writeString(folder.resolve(name + ".ext"), extensions);
        openSsl.run(
                "x509",
                "-req",
                "-in",
                name + ".csr",
                "-CA",
                issuer + ".pem",
                "-CAkey",
                issuer + ".key",
                "-CAcreateserial",
                "-days",
                "30",
                "-extfile",
                name + ".ext",
                "-out",
                name + ".pem");
    }

    private Path chain(String name, String... parts) throws IOException {
        StringBuilder all = new StringBuilder();
        for (String part : parts) {
            all.append(Files.readString(folder.resolve(part + ".pem"))).append('\n');
        }
        return Files.writeString(folder.resolve(name + ".chain"), all);
    }

    private static void refused(Path file, String why) {
        assertThatThrownBy(() -> RecipientCertificate.read(file))
                .isInstanceOfSatisfying(
                        Permanent.class, e -> assertThat(e.code()).isEqualTo(KeysFailure.CERTIFICATE_UNFIT))
                .hasMessageContaining(file.getFileName().toString())
                .hasMessageContaining(why);
    }

    @Test
    void theFingerprintIsWhatOpenSslSaysOfThePublicKey() {
        Path rsa = selfSigned("rsa", rsa(3072));
        openSsl.run("x509", "-in", "rsa.pem", "-noout", "-pubkey", "-out", "rsa.pub");
        openSsl.run("pkey", "-pubin", "-in", "rsa.pub", "-outform", "DER", "-out", "rsa.spki");
        String digest = openSsl.run("dgst", "-sha256", "-r", "rsa.spki").substring(0, 64);

        RecipientCertificate certificate = RecipientCertificate.read(rsa);

        assertThat(certificate.fingerprint().text()).isEqualTo("sha256:" + digest);
        assertThat(KeyFingerprint.parse(certificate.fingerprint().text())).isEqualTo(certificate.fingerprint());
        certificate.requireKey(certificate.fingerprint());
        assertThatThrownBy(() -> certificate.requireKey(KeyFingerprint.parse("sha256:" + "0".repeat(64))))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining(digest);
        assertThatThrownBy(() -> KeyFingerprint.parse(digest)).isInstanceOf(Permanent.class);
    }

    @Test
    void weakAndUnknownKeysAreRefused() {
        refused(selfSigned("weak", rsa(2048)), "its key is RSA of 2048 bits; RSA of 3072 or 4096 bits");
        refused(selfSigned("small", ec("P-256")), "its key is EC of another kind");
        refused(selfSigned("signs", "-newkey", "ed25519"), "its key is Ed");
    }

    @Test
    void aChainUpToACertificateThatSignedItselfIsTakenAndABrokenOneIsNot() throws IOException {
        selfSigned("root", joined(ec("P-384"), new String[] {"-addext", "keyUsage=critical,keyCertSign"}));
        selfSigned("other", ec("P-384"));
        issue("middle", "root", "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n");
        issue("leaf", "middle", "basicConstraints=CA:FALSE\nkeyUsage=critical,keyAgreement\n");
        issue("signs", "middle", "basicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature\n");

        assertThat(RecipientCertificate.read(chain("whole", "leaf", "middle", "root"))
                        .chain())
                .hasSize(3);
        refused(chain("short", "leaf", "middle"), "did not sign itself");
        refused(chain("alone", "leaf"), "did not sign itself");
        refused(chain("hole", "leaf", "root"), "its chain does not hold together");
        refused(chain("wrong", "leaf", "middle", "other"), "its chain does not hold together");
        refused(chain("usage", "signs", "middle", "root"), "its key usage does not allow key agreement");
    }

    @Test
    void whatIsNoCertificateIsRefused() throws IOException {
        refused(Files.writeString(folder.resolve("empty.pem"), ""), "holds no X.509 certificate");
        refused(
                Files.writeString(
                        folder.resolve("torn.pem"), "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"),
                "it is no PEM of X.509 certificates");
        refused(Files.write(folder.resolve("long.pem"), new byte[300_000]), "longer than");
        refused(folder.resolve("missing.pem"), "there is no such file");
        Path key = selfSigned("pair", ec("P-384")).resolveSibling("pair.key");
        refused(key, "holds no X.509 certificate");
        assertThat(Files.readString(key, StandardCharsets.US_ASCII)).contains("PRIVATE KEY");
    }
}
