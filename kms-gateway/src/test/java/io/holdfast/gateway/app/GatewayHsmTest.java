package io.holdfast.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.gateway.io.hsm.HsmSettings;
import io.holdfast.gateway.io.hsm.TestTokens;
import io.holdfast.keys.DataKeys;
import io.holdfast.keys.DataKeysContract;
import io.holdfast.keys.NewDataKey;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.runtime.tls.Role;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The contract end to end over HTTPS, over a key inside a real SoftHSM. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class GatewayHsmTest implements DataKeysContract {
    private static final EncryptorName HSM = new EncryptorName("hsm");

    private RunningGateway running;
    private DataKeys keys;

    @BeforeAll
    void start(@TempDir Path folder) {
        HsmSettings settings = TestTokens.settings(TestTokens.required().main(), folder, TestTokens.PIN);
        running = RunningGateway.withHsms(
                folder.resolve("gateway"),
                Map.of("main", settings),
                Map.of(HSM, new EncryptorSettings.InHsm("main", "holdfast")));
        // The token has no key yet: the gateway is there nevertheless, so that its administrator can make one.
        assertThat(running.client(Role.KEY_ADMIN).encryptors())
                .filteredOn(state -> state.name().equals(HSM))
                .singleElement()
                .satisfies(state -> assertThat(String.valueOf(state.failure())).contains("gateway.hsm-key-missing"));
        running.client(Role.KEY_ADMIN).rotate(HSM);
        keys = running.keys();
    }

    @AfterAll
    void stop() {
        if (running != null) {
            running.close();
        }
    }

    @Override
    public DataKeys keys() {
        return keys;
    }

    @Override
    public List<EncryptorName> encryptors() {
        return List.of(HSM, RunningGateway.MAIN);
    }

    @Test
    void aSetOfBeforeARotationAndANewStartStillOpens() {
        SetContext context = DataKeysContract.context(DataKeysContract.newJob(), Attempt.FIRST);
        NewDataKey old = keys.make(context, List.of(HSM));
        String version = running.client(Role.KEY_ADMIN).rotate(HSM).version();
        assertThat(Integer.parseInt(String.valueOf(version)))
                .isEqualTo(Integer.parseInt(old.wrapped().getFirst().keyVersion()) + 1);

        running.restart();
        keys = running.keys();

        keys.unwrap(context, old.wrapped(), old.commitment()).close();
    }

    /** C5: of the JDK's PKCS#11 provider. */
    @Test
    void neitherKeysNorThePinAreLoggedAtTrace() {
        SetContext context = DataKeysContract.context(DataKeysContract.newJob(), Attempt.FIRST);
        List<byte[]> secrets = new ArrayList<>(List.of(TestTokens.PIN.getBytes(StandardCharsets.UTF_8)));
        try (LogCapture logs = new LogCapture()) {
            NewDataKey made = keys.make(context, List.of(HSM));
            try (SecretBytes dataKey = keys.unwrap(context, made.wrapped(), made.commitment())) {
                secrets.add(dataKey.use(byte[]::clone));
            }
            logs.assertHoldsNone(secrets);
        }
    }
}
