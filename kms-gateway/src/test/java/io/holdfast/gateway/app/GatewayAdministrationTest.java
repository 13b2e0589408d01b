package io.holdfast.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.keys.DataKeys;
import io.holdfast.keys.DataKeysContract;
import io.holdfast.keys.EncryptorProof;
import io.holdfast.keys.NewDataKey;
import io.holdfast.keys.gateway.GatewayClient;
import io.holdfast.keys.store.OfflineKeys;
import io.holdfast.keys.wire.Answers;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.tls.Role;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Encryptors disabled, enabled and rotated while the gateway runs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class GatewayAdministrationTest {
    private static final EncryptorName MAIN = RunningGateway.MAIN;
    private static final EncryptorName SPARE = RunningGateway.SPARE;

    private RunningGateway running;

    @BeforeAll
    void start(@TempDir Path folder) {
        running = RunningGateway.in(folder);
    }

    @AfterAll
    void stop() {
        running.close();
    }

    private GatewayClient admin() {
        return running.client(Role.KEY_ADMIN);
    }

    private DataKeys keys() {
        return running.keys();
    }

    private static SetContext newContext() {
        return DataKeysContract.context(DataKeysContract.newJob(), Attempt.FIRST);
    }

    @Test
    void aDisabledEncryptorDoesNothingUntilItIsEnabledAlsoAfterANewStart() throws Exception {
        SetContext context = newContext();
        NewDataKey made = keys().make(context, List.of(MAIN, SPARE));

        Answers.EncryptorState state = admin().disable(MAIN);

        Answers.DisabledState disabled = Objects.requireNonNull(state.disabled());
        assertThat(disabled.by()).isEqualTo("key-admin/key-admin");
        assertThat(state.version()).isNull();
        assertThat(admin().disable(MAIN).disabled()).isEqualTo(disabled);
        for (boolean startedAnew : new boolean[] {false, true}) {
            if (startedAnew) {
                running.restart();
            }
            refused(() -> keys().make(newContext(), List.of(SPARE, MAIN)));
            refused(() -> keys().unwrap(context, made.wrapped().subList(0, 1), made.commitment()));
            assertThat(keys().prove(context, made.wrapped(), made.commitment()))
                    .extracting(EncryptorProof::proven)
                    .containsExactly(false, true);
            keys().unwrap(context, made.wrapped(), made.commitment()).close();
            keys().unwrapForJob(context, made.jobWrapped()).close();
            assertThat(running.client(Role.OPERATOR).encryptors())
                    .extracting(one -> one.name() + " " + (one.disabled() != null))
                    .containsExactly("main true", "spare false");
            assertThat(running.metrics())
                    .contains("holdfast_gateway_encryptor_usable{encryptor=\"main\",role=\"gateway\"} 0");
        }
        offline(keys -> refused(() -> keys.unwrap(context, made.wrapped().subList(0, 1), made.commitment())));

        assertThat(admin().enable(MAIN).failure()).isNull();

        keys().unwrap(context, made.wrapped().subList(0, 1), made.commitment()).close();
        offline(keys -> keys.unwrap(context, made.wrapped().subList(0, 1), made.commitment())
                .close());
    }

    private interface Offline {
        void use(DataKeys keys);
    }

    private void offline(Offline use) {
        running.config().store().unlock(SecretResolver.of(Map.of()), unlock -> {
            try (OfflineKeys keys = OfflineKeys.open(running.config().store().file(), unlock, InstantSource.system())) {
                use.use(keys.keys());
            }
            return true;
        });
    }

    private static void refused(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(Denied.class).hasMessageContaining("encryptor main was disabled at");
    }

    @Test
    void aRotatedEncryptorWrapsByItsNewVersionAtOnceAndOpensWhatOldOnesWrapped() {
        SetContext context = newContext();
        NewDataKey old = keys().make(context, List.of(SPARE));
        int before = Integer.parseInt(old.wrapped().getFirst().keyVersion());

        Answers.EncryptorState state = admin().rotate(SPARE);

        assertThat(state.version()).isEqualTo(Integer.toString(before + 1));
        NewDataKey young = keys().make(newContext(), List.of(SPARE));
        assertThat(young.wrapped().getFirst().keyVersion()).isEqualTo(state.version());
        keys().unwrap(context, old.wrapped(), old.commitment()).close();
        List<WrappedKey> rewrapped = keys().rewrap(context, old.wrapped(), old.commitment(), List.of(SPARE));
        assertThat(rewrapped).extracting(WrappedKey::keyVersion).containsExactly(state.version());
        keys().unwrap(context, rewrapped, old.commitment()).close();
    }

    @Test
    void onlyAKeyAdministratorChangesEncryptorsAndEveryTryIsWrittenDown() {
        for (Role role : List.of(Role.OPERATOR, Role.COORDINATOR, Role.WORKER, Role.AGENT, Role.GATEWAY)) {
            assertThatThrownBy(() -> running.client(role).disable(SPARE))
                    .as("%s", role)
                    .isInstanceOf(Denied.class)
                    .hasMessageContaining("that is for: key-admin");
        }
        assertThatThrownBy(() -> admin().disable(new EncryptorName("spar")))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("there is no encryptor spar here; there are: [main, spare]");
        assertThatThrownBy(() -> admin().audit()).isInstanceOf(Denied.class).hasMessageContaining("/v1/audit");

        admin().rotate(SPARE);

        List<String> lines = running.client(Role.OPERATOR).audit();
        assertThat(lines.get(lines.size() - 2))
                .contains(
                        "\"verb\":\"rotate_encryptor\"",
                        "\"caller\":\"key-admin/key-admin\"",
                        "\"spare\"",
                        "\"begun\"");
        assertThat(lines.getLast()).contains("\"verb\":\"rotate_encryptor\"", "\"granted\"");
        assertThat(lines)
                .filteredOn(line -> line.contains("disable_encryptor"))
                .anyMatch(line -> line.contains("gateway.role-lacks-right"));
    }
}
