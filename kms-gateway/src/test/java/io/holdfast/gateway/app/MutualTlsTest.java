package io.holdfast.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.keys.DataKeysContract;
import io.holdfast.keys.gateway.GatewayClient;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.runtime.tls.CertificateAuthority;
import io.holdfast.runtime.tls.FleetCertificates;
import io.holdfast.runtime.tls.Role;
import io.holdfast.runtime.tls.TlsFiles;
import io.holdfast.runtime.tls.TlsSettings;
import io.holdfast.runtime.tls.TrustedAuthority;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MutualTlsTest {
    private RunningGateway running;

    @BeforeAll
    void start(@TempDir Path folder) {
        running = RunningGateway.in(folder);
    }

    @AfterAll
    void stop() {
        running.close();
    }

    private HttpResponse<String> send(SSLContext tls, HttpRequest.Builder request) throws Exception {
        try (HttpClient http = HttpClient.newBuilder().sslContext(tls).build()) {
            return http.send(request.build(), BodyHandlers.ofString());
        }
    }

    private SSLContext as(Role role) {
        return new TlsFiles(running.fleet().tls(role), InstantSource.system()).context();
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(running.url().resolve(path));
    }

    private static HttpRequest.BodyPublisher text(String body) {
        return HttpRequest.BodyPublishers.ofString(body);
    }

    @Test
    void nobodyWithoutACertificateIsHeard() {
        SSLContext anonymous = TrustedAuthority.context(running.fleet().ca());

        assertThatThrownBy(() -> send(anonymous, to("/v1/manifests/keys").POST(text("{}"))))
                .isInstanceOf(IOException.class);
    }

    @Test
    void aCertificateOfAnotherFleetIsRefusedByBothSides(@TempDir Path folder) {
        FleetCertificates stranger = FleetCertificates.create(folder, List.of(), InstantSource.system());
        TlsSettings own = running.fleet().tls(Role.AGENT);
        TlsSettings foreign = stranger.tls(Role.AGENT);
        TlsSettings trustingUs = new TlsSettings(foreign.certificate(), foreign.key(), own.ca());

        assertThatThrownBy(() -> running.client(foreign).publicKeys())
                .isInstanceOf(Denied.class)
                .hasMessageContaining("do not trust each other");
        assertThatThrownBy(() -> running.client(trustingUs).publicKeys())
                .isInstanceOf(Denied.class)
                .hasMessageContaining("do not trust each other");
    }

    private TlsSettings issued(Path folder, InstantSource clock, CertificateAuthority.Subject subject) {
        CertificateAuthority authority =
                CertificateAuthority.read(running.fleet().ca(), running.fleet().caKey(), clock);
        TlsSettings files = new TlsSettings(
                folder.resolve("c.pem"),
                folder.resolve("c.key"),
                running.fleet().ca());
        FleetCertificates.write(authority.issue(subject), files);
        return files;
    }

    @Test
    void anExpiredCertificateIsRefused(@TempDir Path folder) {
        InstantSource lastYear = InstantSource.offset(InstantSource.system(), Duration.ofDays(-365));
        TlsSettings expired = issued(
                folder, lastYear, new CertificateAuthority.Subject(Role.AGENT, "old", List.of(), Duration.ofDays(30)));
        SSLContext context = new TlsFiles(expired, lastYear).context();

        assertThatThrownBy(() -> send(context, to("/v1/manifests/keys").POST(text("{}"))))
                .isInstanceOf(SSLException.class);
        assertThatThrownBy(() -> new TlsFiles(expired, Clock.systemUTC())).isInstanceOf(Denied.class);
    }

    @Test
    void tls12IsNotSpoken() {
        SSLParameters old = new SSLParameters();
        old.setProtocols(new String[] {"TLSv1.2"});

        assertThatThrownBy(() -> {
                    try (HttpClient http = HttpClient.newBuilder()
                            .sslContext(as(Role.AGENT))
                            .sslParameters(old)
                            .build()) {
                        http.send(to("/v1/manifests/keys").POST(text("{}")).build(), BodyHandlers.ofString());
                    }
                })
                .isInstanceOf(IOException.class);
    }

    @Test
    void everyRoleMayAskItsOwnOnly() {
        SetContext context = DataKeysContract.context(DataKeysContract.newJob(), Attempt.FIRST);
        List<EncryptorName> main = List.of(RunningGateway.MAIN);
        WrappedKey wrapped = new WrappedKey(RunningGateway.MAIN, "store", "1", Bytes.of(new byte[60]));
        Bytes commitment = Bytes.of(new byte[32]);

        for (Role role : Role.values()) {
            GatewayClient client = running.client(role);
            if (role != Role.COORDINATOR) {
                denied(() -> client.make(context, main));
                denied(() -> client.rewrap(context, List.of(wrapped), commitment, main));
                denied(() -> client.lend(
                        context, List.of(wrapped), commitment, context.set().job()));
                denied(() -> client.sign(commitment));
                denied(() -> client.endJob(context.set().job()));
            }
            if (role != Role.COORDINATOR && role != Role.OPERATOR) {
                denied(() -> client.prove(context, List.of(wrapped), commitment));
            }
            if (role != Role.WORKER) {
                denied(() -> client.unwrapForJob(context, wrapped));
            }
            if (role != Role.AGENT) {
                denied(() -> client.unwrap(context, List.of(wrapped), commitment));
            }
            if (role != Role.OPERATOR) {
                denied(client::audit);
            }
            if (role != Role.KEY_ADMIN) {
                denied(() -> client.disable(RunningGateway.MAIN));
                denied(() -> client.enable(RunningGateway.MAIN));
                denied(() -> client.rotate(RunningGateway.MAIN));
            }
            if (role != Role.OPERATOR && role != Role.KEY_ADMIN) {
                denied(client::encryptors);
            }
            assertThat(client.publicKeys()).hasSize(1);
        }
    }

    private static void denied(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(Denied.class).hasMessageContaining("may not call");
    }

    @Test
    void whatIsNoCallIsAnsweredWithAReason() throws Exception {
        SSLContext coordinator = as(Role.COORDINATOR);
        String long1 = "x".repeat(70_000);

        assertThat(send(coordinator, to("/v1/keys/make").GET()).statusCode()).isEqualTo(400);
        assertThat(send(coordinator, to("/v1/keys/other").POST(text("{}"))).body())
                .contains("gateway.unknown-call");
        assertThat(send(coordinator, to("/v1/keys/make").POST(text("nonsense"))).body())
                .contains("gateway.request-not-understood");
        assertThat(send(coordinator, to("/v1/keys/make").POST(text("{\"context\":{}}")))
                        .body())
                .contains("gateway.request-not-understood");
        assertThat(send(coordinator, to("/v1/keys/make").POST(text(long1))).body())
                .contains("gateway.request-too-long");
        assertThat(send(coordinator, to("/v1/jobs/end").POST(text("{\"job\":\"01K00000000000000000000001\",\"x\":1}")))
                        .body())
                .contains("Unrecognized field");
    }
}
