package io.holdfast.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.keys.DataKeysContract;
import io.holdfast.keys.EncryptorProof;
import io.holdfast.keys.KeyFingerprint;
import io.holdfast.keys.NewDataKey;
import io.holdfast.keys.certificate.KeyKind;
import io.holdfast.keys.certificate.NewCertificate;
import io.holdfast.keys.store.StoreCertificates;
import io.holdfast.keys.wire.Answers;
import io.holdfast.localservers.OpenSsl;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.runtime.tls.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Site A knows a certificate only; its private part lies in site B's store under another name. */
final class GatewayCertificateTest {
    private static final EncryptorName AT_A = new EncryptorName("escrow");
    private static final EncryptorName AT_B = new EncryptorName("from-site-a");

    @TempDir
    Path folder = Path.of("unset");

    private NewCertificate made;

    @BeforeEach
    void makeCertificate() {
        made = NewCertificate.create(AT_A, KeyKind.EC_P384, Instant.now(), Duration.ofDays(30));
    }

    @AfterEach
    void forget() {
        made.close();
    }

    private Path pem(NewCertificate certificate) throws IOException, CertificateEncodingException {
        String body = Base64.getMimeEncoder()
                .encodeToString(certificate.certificate().own().getEncoded());
        return Files.writeString(
                folder.resolve(certificate.certificate().fingerprint().digest() + ".cer"),
                "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n");
    }

    private static EncryptorSettings of(Path file) {
        return new EncryptorSettings.OfCertificate(file, Optional.empty());
    }

    private static void add(RunningGateway gateway, EncryptorName name, NewCertificate certificate) {
        gateway.changeStore(store -> new StoreCertificates(store)
                .add(name, certificate.certificate(), certificate.pkcs8(), Optional.of(Instant.now())));
    }

    private static SetContext newContext() {
        return DataKeysContract.context(DataKeysContract.newJob(), Attempt.FIRST);
    }

    @Test
    void whatSiteAWrapsToACertificateOpensAtSiteBOnly() throws Exception {
        Path file = pem(made);
        SetContext context = newContext();
        try (RunningGateway a = RunningGateway.in(folder.resolve("a"), Map.of(), Map.of(AT_A, of(file)));
                RunningGateway b = RunningGateway.in(folder.resolve("b"), Map.of(), Map.of(AT_B, of(file)))) {
            add(b, AT_B, made);
            NewDataKey key = a.keys().make(context, List.of(AT_A, RunningGateway.MAIN));
            List<WrappedKey> escrowed = List.of(key.wrapped().getFirst());

            assertThat(escrowed.getFirst().keyVersion())
                    .isEqualTo(made.certificate().fingerprint().text());
            assertThat(a.keys().prove(context, key.wrapped(), key.commitment())).allMatch(EncryptorProof::proven);
            a.keys().unwrap(context, key.wrapped(), key.commitment()).close();
            assertThatThrownBy(() -> a.keys().unwrap(context, escrowed, key.commitment()))
                    .isInstanceOf(Permanent.class)
                    .hasMessageContaining("only the public part");
            assertThat(a.client(Role.OPERATOR).encryptors())
                    .extracting(state -> state.name() + " " + state.kind() + " " + state.failure())
                    .contains("escrow certificate null");
            b.keys().unwrap(context, key.wrapped(), key.commitment()).close();
            assertThat(b.keys().prove(context, escrowed, key.commitment())).allMatch(EncryptorProof::proven);
        }
    }

    @Test
    void aCertificateThatWasNeverExportedIsWarnedOfAndWrapsNothingWhereThatIsRequired() throws Exception {
        Path file = pem(made);
        try (RunningGateway gateway = RunningGateway.in(folder.resolve("b"), Map.of(), Map.of(AT_B, of(file)))) {
            gateway.changeStore(store ->
                    new StoreCertificates(store).add(AT_B, made.certificate(), made.pkcs8(), Optional.empty()));
            SetContext context = newContext();
            NewDataKey key = gateway.keys().make(context, List.of(AT_B, RunningGateway.MAIN));

            assertThat(key.warnings()).singleElement().asString().contains("encryptor from-site-a was never exported");
            Answers.EncryptorState state =
                    gateway.client(Role.OPERATOR).encryptors().getFirst();
            assertThat(state.warning()).contains("never exported");
            assertThat(state.exported()).isNull();

            gateway.restartStrict();
            assertThatThrownBy(() -> gateway.keys().make(newContext(), List.of(AT_B)))
                    .isInstanceOf(Denied.class)
                    .hasMessageContaining("never exported");
            gateway.keys()
                    .unwrap(context, key.wrapped().subList(0, 1), key.commitment())
                    .close();

            Instant now = Instant.now();
            gateway.changeStore(store -> new StoreCertificates(store).exported(AT_B, now));
            assertThat(gateway.keys().make(newContext(), List.of(AT_B)).warnings())
                    .isEmpty();
            assertThat(gateway.client(Role.OPERATOR).encryptors().getFirst().exported())
                    .isNotNull();
        }
    }

    @Test
    void anExpiredCertificateDoesNotKeepTheGatewayFromStartingButWrapsNothing() throws Exception {
        try (NewCertificate old = NewCertificate.create(
                AT_A, KeyKind.EC_P384, Instant.now().minus(Duration.ofDays(9)), Duration.ofDays(8))) {
            try (RunningGateway gateway =
                    RunningGateway.in(folder.resolve("old"), Map.of(), Map.of(AT_A, of(pem(old))))) {
                assertThatThrownBy(() -> gateway.keys().make(newContext(), List.of(AT_A)))
                        .isInstanceOf(Denied.class)
                        .hasMessageContaining("it expired at");
                assertThat(gateway.client(Role.OPERATOR).encryptors().getFirst().failure())
                        .isNotNull()
                        .satisfies(why -> assertThat(why.code()).isEqualTo("keys.certificate-not-valid"));
            }
        }
    }

    @Test
    void aWeakKeyOrOneThatIsNotExpectedKeepsTheGatewayFromStarting() throws Exception {
        OpenSsl.in(folder)
                .run(
                        "req",
                        "-x509",
                        "-nodes",
                        "-newkey",
                        "rsa:2048",
                        "-subj",
                        "/CN=weak",
                        "-keyout",
                        "weak.key",
                        "-out",
                        "weak.pem");
        EncryptorSettings weak = of(folder.resolve("weak.pem"));
        EncryptorSettings other = new EncryptorSettings.OfCertificate(
                pem(made), Optional.of(KeyFingerprint.parse("sha256:" + "0".repeat(64))));

        assertThatThrownBy(() -> RunningGateway.in(folder.resolve("weak"), Map.of(), Map.of(AT_A, weak)))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("RSA of 2048 bits");
        assertThatThrownBy(() -> RunningGateway.in(folder.resolve("other"), Map.of(), Map.of(AT_A, other)))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("is expected");
    }

    @Test
    void aRestOfTheCertificateIsMeasured() throws Exception {
        try (RunningGateway gateway =
                RunningGateway.in(folder.resolve("measured"), Map.of(), Map.of(AT_A, of(pem(made))))) {
            assertThat(gateway.metrics())
                    .containsPattern(
                            "holdfast_gateway_encryptor_certificate_left_seconds\\{encryptor=\"escrow\",role=\"gateway\"} 259[0-9]{4}\\.");
        }
    }
}
