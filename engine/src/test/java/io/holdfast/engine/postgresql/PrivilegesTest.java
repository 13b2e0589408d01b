package io.holdfast.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdfast.engine.BackupSession;
import io.holdfast.engine.EngineFailure;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.Checkpoint;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivilegesTest {
    private final PostgresEngine engine = new PostgresEngine();

    @ParameterizedTest
    @ValueSource(ints = {15, 18})
    void theRoleOfTheManualIsEnoughAndEachPrivilegeThatIsMissingIsNamedWithItsGrant(int major) {
        try (TestServer server = TestServer.start(major)) {
            InstanceSettings settings = server.settings(Access.SQL);
            try (BackupSession session = engine.open(settings, TestServer.SET)) {
                session.start("role", Checkpoint.FAST);
                session.stop();
            }
            for (String grant : TestServer.roleOfTheManual()) {
                if (grant.startsWith("GRANT")) {
                    String revoke = grant.replace("GRANT", "REVOKE").replace(" TO ", " FROM ");
                    server.postgres().execute(revoke);
                    Denied denied = catchThrowableOfType(Denied.class, () -> engine.open(settings, TestServer.SET));
                    assertThat(denied.code()).isEqualTo(EngineFailure.ROLE_LACKS_PRIVILEGE);
                    assertThat(denied.hint()).contains(grant);
                    server.postgres().execute(grant);
                }
            }
            server.postgres().execute("ALTER ROLE holdfast NOREPLICATION");
            Denied denied = catchThrowableOfType(Denied.class, () -> engine.open(settings, TestServer.SET));
            assertThat(denied.hint()).contains("ALTER ROLE holdfast REPLICATION;");
        }
    }

    @Test
    void theManualAndTheStatementsThatWeRunOurselvesAreTheSame() {
        List<String> ours = BackupRole.create("holdfast", "choose-a-password".toCharArray());
        assertThat(ours.stream().skip(1).map(statement -> statement + ";").toList())
                .isEqualTo(TestServer.roleOfTheManual().subList(1, ours.size()));
        assertThat(ours.getFirst())
                .startsWith("CREATE ROLE holdfast LOGIN REPLICATION PASSWORD 'SCRAM-SHA-256$")
                .doesNotContain("choose-a-password");
    }

    @Test
    void aServerThatCannotBeBackedUpIsRefusedInWords() {
        try (TestServer server = TestServer.start(18, options -> options.withSetting("max_replication_slots", "1"))) {
            assertCode(EngineFailure.WRONG_PASSWORD, server.settings(Access.SQL, "wrong-guess"));
            server.postgres().execute("SELECT pg_create_physical_replication_slot('taken')");
            assertCode(EngineFailure.SLOT_UNAVAILABLE, server.settings(Access.SQL));
            server.postgres().stop();
            assertThatThrownBy(() -> engine.open(server.settings(Access.SQL), TestServer.SET))
                    .isInstanceOfSatisfying(
                            Transient.class, e -> assertThat(e.code()).isEqualTo(EngineFailure.SERVER_UNREACHABLE))
                    .hasMessageContaining("127.0.0.1:" + server.postgres().port());
        }
    }

    @Test
    void aMessageNeverHoldsThePassword() {
        try (TestServer server = TestServer.start(18)) {
            Failure failure = catchThrowableOfType(
                    Failure.class, () -> engine.open(server.settings(Access.SQL, "wrong-guess"), TestServer.SET));
            assertThat(failure.what() + failure.hint() + server.settings(Access.SQL, "wrong-guess"))
                    .doesNotContain("wrong-guess");
        }
    }

    @Test
    void versionsOtherThan15To18AreRefused() {
        InstanceSettings settings = OldServer.settings();
        for (int version : List.of(90_624, 140_018, 190_001)) {
            assertThatThrownBy(() -> Preflight.checkVersion(settings, version))
                    .isInstanceOfSatisfying(
                            Permanent.class, e -> assertThat(e.code()).isEqualTo(EngineFailure.VERSION_UNSUPPORTED));
        }
        assertThatThrownBy(() -> Preflight.checkVersion(settings, 90_624)).hasMessageContaining("PostgreSQL 9.6.24");
        Preflight.checkVersion(settings, 150_001);
        Preflight.checkVersion(settings, 180_006);
    }

    private void assertCode(EngineFailure code, InstanceSettings settings) {
        assertThatThrownBy(() -> engine.open(settings, TestServer.SET)).isInstanceOfSatisfying(Failure.class, e -> {
            assertThat(e.code()).isEqualTo(code);
            assertThat(e.hint()).isNotBlank();
        });
    }
}
