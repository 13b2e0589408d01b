package io.holdfast.keys.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.keys.KeysFailure;
import io.holdfast.localservers.OpenSsl;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.EncryptorName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files of private keys, by us and by OpenSSL. */
final class KeyFilesTest {
    private static final EncryptorName NAME = new EncryptorName("escrow");
    private static final String WORDS = "correct horse battery";

    @TempDir
    Path folder = Path.of("unset");

    private static NewCertificate certificate(KeyKind kind) {
        return NewCertificate.create(NAME, kind, Instant.parse("2026-12-01T00:00:00Z"), Duration.ofDays(30));
    }

    private OpenSsl openSsl() {
        return OpenSsl.in(folder).with("WORDS", WORDS);
    }

    private Path write(String name, byte[] content) throws IOException {
        return Files.write(folder.resolve(name), content);
    }

    private static PrivatePart part(NewCertificate made) {
        return new PrivatePart() {
            @Override
            public SecretBytes pkcs8() {
                return made.pkcs8().copy();
            }

            @Override
            public Optional<Instant> exported() {
                return Optional.empty();
            }
        };
    }

    @ParameterizedTest
    @EnumSource(KeyKind.class)
    void openSslReadsOursAndWeReadOpenSsls(KeyKind kind) throws IOException {
        try (NewCertificate made = certificate(kind)) {
            Path cer = write("a.cer", KeyFiles.certificatePem(made.certificate()));
            Path key = write("a.p8", KeyFiles.pkcs8Pem(made.pkcs8(), WORDS.toCharArray()));
            Path pfx = write("a.pfx", KeyFiles.pfx(NAME, made.certificate(), part(made), WORDS.toCharArray()));
            same(made, KeyFiles.open(cer, key, WORDS.toCharArray()));
            same(made, KeyFiles.openPfx(pfx, WORDS.toCharArray()));

            openSsl().run("pkcs8", "-in", "a.p8", "-passin", "env:WORDS", "-out", "clear.pem");
            openSsl().run("pkcs12", "-in", "a.pfx", "-passin", "env:WORDS", "-nodes", "-nocerts", "-out", "pfx.pem");
            assertThat(publicKey("clear.pem")).isEqualTo(publicKey("pfx.pem"));

            openSsl().run("pkcs8", "-topk8", "-in", "clear.pem", "-passout", "env:WORDS", "-out", "b.p8");
            same(made, KeyFiles.open(cer, folder.resolve("b.p8"), WORDS.toCharArray()));
            openSsl()
                    .run(
                            "pkcs12",
                            "-export",
                            "-in",
                            "a.cer",
                            "-inkey",
                            "clear.pem",
                            "-passout",
                            "env:WORDS",
                            "-out",
                            "b.pfx");
            same(made, KeyFiles.openPfx(folder.resolve("b.pfx"), WORDS.toCharArray()));
        }
    }

    private String publicKey(String pem) {
        return openSsl().run("pkey", "-in", pem, "-pubout");
    }

    private static void same(NewCertificate made, KeyFiles.Opened opened) {
        try (opened) {
            assertThat(opened.certificate().fingerprint())
                    .isEqualTo(made.certificate().fingerprint());
        }
    }

    @Test
    void aWrongPassphraseAnotherKeyAndOtherFilesAreTold() throws IOException {
        try (NewCertificate made = certificate(KeyKind.EC_P384);
                NewCertificate other = certificate(KeyKind.EC_P384)) {
            Path cer = write("a.cer", KeyFiles.certificatePem(made.certificate()));
            Path key = write("a.p8", KeyFiles.pkcs8Pem(made.pkcs8(), WORDS.toCharArray()));
            Path others = write("o.p8", KeyFiles.pkcs8Pem(other.pkcs8(), WORDS.toCharArray()));
            Path pfx = write("a.pfx", KeyFiles.pfx(NAME, made.certificate(), part(made), WORDS.toCharArray()));
            char[] wrong = "another horse".toCharArray();
            refused(() -> KeyFiles.open(cer, key, wrong), "passphrase is wrong");
            refused(() -> KeyFiles.openPfx(pfx, wrong), "passphrase is wrong");
            refused(() -> KeyFiles.open(cer, others, WORDS.toCharArray()), "not the one of the certificate");
            refused(() -> KeyFiles.open(cer, cer, WORDS.toCharArray()), "no encrypted private key");
            refused(() -> KeyFiles.openPfx(cer, WORDS.toCharArray()), "no PFX");
        }
    }

    @Test
    void aShortPassphraseProtectsNothing() {
        try (NewCertificate made = certificate(KeyKind.EC_P384)) {
            refused(() -> KeyFiles.pkcs8Pem(made.pkcs8(), "elevenchars".toCharArray()), "12 is the least");
            refused(() -> KeyFiles.pfx(NAME, made.certificate(), part(made), "short".toCharArray()), "12 is the least");
        }
    }

    private static void refused(ThrowingCallable call, String why) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Permanent.class, e -> assertThat(e.code()).isEqualTo(KeysFailure.KEY_FILE_UNFIT))
                .hasMessageContaining(why)
                .message()
                .doesNotContain(WORDS);
    }
}
