package io.holdfast.runtime.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TlsFilesTest {
    @TempDir
    Path folder = Path.of("unset");

    private static final class MovableClock implements InstantSource {
        private Instant now = Instant.now();

        @Override
        public Instant instant() {
            return now;
        }

        void move(Duration by) {
            now = now.plus(by);
        }
    }

    private final MovableClock clock = new MovableClock();

    private FleetCertificates fleet(String name) {
        return FleetCertificates.create(folder.resolve(name), List.of("backup.example"), clock);
    }

    /** The subject that the server saw. */
    private static String handshake(TlsFiles server, TlsFiles client) throws Exception {
        try (SSLServerSocket listening =
                (SSLServerSocket) server.context().getServerSocketFactory().createServerSocket(0)) {
            listening.setNeedClientAuth(true);
            CompletableFuture<String> seen = CompletableFuture.supplyAsync(() -> {
                try (SSLSocket accepted = (SSLSocket) listening.accept()) {
                    accepted.startHandshake();
                    accepted.getOutputStream().write(1);
                    X509Certificate peer =
                            (X509Certificate) accepted.getSession().getPeerCertificates()[0];
                    return peer.getSubjectX500Principal().getName() + " "
                            + accepted.getSession().getProtocol();
                } catch (IOException e) {
                    return "refused";
                }
            });
            try (SSLSocket socket = (SSLSocket)
                    client.context().getSocketFactory().createSocket("127.0.0.1", listening.getLocalPort())) {
                socket.startHandshake();
                assertThat(socket.getInputStream().read()).isEqualTo(1);
            }
            return seen.get();
        }
    }

    @Test
    void twoRolesOfOneFleetTrustEachOtherByTls13() throws Exception {
        FleetCertificates fleet = fleet("a");

        String seen =
                handshake(new TlsFiles(fleet.tls(Role.GATEWAY), clock), new TlsFiles(fleet.tls(Role.WORKER), clock));

        assertThat(seen).isEqualTo("CN=worker,OU=worker,O=Holdfast TLSv1.3");
    }

    @Test
    void anotherFleetIsNotTrusted() {
        TlsFiles server = new TlsFiles(fleet("a").tls(Role.GATEWAY), clock);
        TlsFiles stranger = new TlsFiles(fleet("b").tls(Role.WORKER), clock);

        assertThatThrownBy(() -> handshake(server, stranger)).isInstanceOf(SSLException.class);
    }

    @Test
    void aReplacedCertificateIsUsedWithoutARestart() throws IOException {
        FleetCertificates fleet = fleet("a");
        TlsFiles files = new TlsFiles(fleet.tls(Role.AGENT), clock);
        Instant before = files.expires();

        clock.move(Duration.ofDays(10));
        fleet.renew(List.of(), clock);
        Files.setLastModifiedTime(fleet.tls(Role.AGENT).certificate(), FileTime.from(clock.instant()));

        assertThat(files.expires()).isAfter(before.plus(Duration.ofDays(9)));
    }

    @Test
    void aDamagedReplacementLeavesTheOldOneInUse() throws IOException {
        FleetCertificates fleet = fleet("a");
        TlsFiles files = new TlsFiles(fleet.tls(Role.AGENT), clock);
        Instant before = files.expires();

        clock.move(Duration.ofMinutes(1));
        Files.writeString(fleet.tls(Role.AGENT).certificate(), "not a certificate");

        assertThat(files.expires()).isEqualTo(before);
    }

    @Test
    void expiredMismatchedExposedAndMissingFilesAreNamed() throws IOException {
        FleetCertificates fleet = fleet("a");
        TlsSettings worker = fleet.tls(Role.WORKER);
        TlsSettings mixed =
                new TlsSettings(worker.certificate(), fleet.tls(Role.AGENT).key(), worker.ca());
        TlsSettings missing = new TlsSettings(folder.resolve("no.pem"), worker.key(), worker.ca());
        TlsSettings noKey = new TlsSettings(worker.certificate(), worker.certificate(), worker.ca());

        assertThatThrownBy(() -> new TlsFiles(mixed, clock))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("it is not the key of the certificate");
        assertThatThrownBy(() -> new TlsFiles(missing, clock)).hasMessageContaining("there is no such file");
        assertThatThrownBy(() -> new TlsFiles(noKey, clock)).hasMessageContaining("no unencrypted PKCS#8 private key");
        Files.setPosixFilePermissions(worker.key(), PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> new TlsFiles(worker, clock))
                .isInstanceOf(Denied.class)
                .hasMessageContaining("other users");
        Files.setPosixFilePermissions(worker.key(), PosixFilePermissions.fromString("rw-------"));
        clock.move(Duration.ofDays(2000));
        assertThatThrownBy(() -> new TlsFiles(worker, clock))
                .isInstanceOf(Denied.class)
                .hasMessageContaining("is valid from");
    }

    @Test
    void filesThatFitAreTakenAndACertificateOfAnotherFleetIsToldFromThem() {
        TlsSettings ours = fleet("a").tls(Role.WORKER);
        TlsSettings theirs = fleet("b").tls(Role.WORKER);
        ours.refuseUnfit(clock.instant());

        TlsSettings stranger = new TlsSettings(theirs.certificate(), theirs.key(), ours.ca());
        assertThatThrownBy(() -> stranger.refuseUnfit(clock.instant()))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining(theirs.certificate().toString())
                .hasMessageContaining("no CA of " + ours.ca() + " has signed it");
        TlsSettings mixed = new TlsSettings(ours.certificate(), theirs.key(), ours.ca());
        assertThatThrownBy(() -> mixed.refuseUnfit(clock.instant()))
                .hasMessageContaining("it is not the key of the certificate");
        assertThatThrownBy(() -> ours.refuseUnfit(clock.instant().plus(Duration.ofDays(2000))))
                .isInstanceOf(Denied.class)
                .hasMessageContaining("is valid from");
        assertThatThrownBy(() -> ours.refuseUnfit(clock.instant().minus(Duration.ofDays(2))))
                .isInstanceOf(Denied.class)
                .hasMessageContaining("is valid from");
    }

    @Test
    void aFleetsAuthorityIsNeverOverwrittenAndItsFilesArePrivate() throws IOException {
        FleetCertificates fleet = fleet("a");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(fleet.caKey())))
                .isEqualTo("rw-------");
        assertThatThrownBy(() -> fleet("a")).hasMessageContaining("holds a CA already");
    }
}
