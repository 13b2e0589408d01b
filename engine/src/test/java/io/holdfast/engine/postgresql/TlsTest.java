package io.holdfast.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.engine.BackupSession;
import io.holdfast.engine.ConnectionEncryption;
import io.holdfast.engine.ConnectionEncryption.Mode;
import io.holdfast.engine.EngineFailure;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.TestCertificate;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.job.Access;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
    private final PostgresEngine engine = new PostgresEngine();

    @TempDir
    Path folder;

    @Test
    void theServersCertificateIsCheckedAsDemandedAndNeverSilentlyNot() throws IOException {
        TestCertificate ours = TestCertificate.create(folder.resolve("ours"));
        TestCertificate another = TestCertificate.create(folder.resolve("another"));
        try (TestServer server = TestServer.start(15)) {
            assertNotTrusted(server, "127.0.0.1", Mode.REQUIRE, Optional.empty());
            useTls(server.postgres(), ours);

            open(server, "127.0.0.1", Mode.VERIFY_FULL, Optional.of(ours.certificate()));
            open(server, "localhost", Mode.VERIFY_FULL, Optional.of(ours.certificate()));
            open(server, "127.0.0.1", Mode.REQUIRE, Optional.empty());
            assertNotTrusted(server, "127.0.0.1", Mode.VERIFY_FULL, Optional.of(another.certificate()));
            assertNotTrusted(server, "127.0.0.1", Mode.VERIFY_CA, Optional.of(another.certificate()));
            assertNotTrusted(server, "127.1", Mode.VERIFY_FULL, Optional.of(ours.certificate()));
            assertNotTrusted(server, "127.0.0.1", Mode.VERIFY_CA, Optional.of(folder.resolve("nowhere.pem")));
        }
    }

    private static void useTls(PrivatePostgres postgres, TestCertificate certificate) throws IOException {
        Files.copy(certificate.certificate(), postgres.data().resolve("server.crt"));
        Files.copy(certificate.key(), postgres.data().resolve("server.key"));
        postgres.user().own(postgres.data());
        postgres.execute("ALTER SYSTEM SET ssl = on", "SELECT pg_reload_conf()");
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> "t".equals(postgres.ask("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")));
    }

    private void open(TestServer server, String host, Mode mode, Optional<Path> root) {
        try (BackupSession session = engine.open(settings(server, host, mode, root), TestServer.SET)) {
            session.ping();
        }
    }

    private void assertNotTrusted(TestServer server, String host, Mode mode, Optional<Path> root) {
        assertThatThrownBy(() -> open(server, host, mode, root))
                .as("%s %s", mode, root)
                .isInstanceOfSatisfying(
                        Failure.class, e -> assertThat(e.code()).isEqualTo(EngineFailure.SERVER_NOT_TRUSTED));
    }

    private static InstanceSettings settings(TestServer server, String host, Mode mode, Optional<Path> root) {
        InstanceSettings settings = server.settings(Access.SQL);
        return new InstanceSettings(
                settings.name(),
                host,
                settings.port(),
                settings.database(),
                settings.user(),
                settings.password(),
                new ConnectionEncryption(mode, root),
                settings.access(),
                settings.dataDirectory());
    }
}
