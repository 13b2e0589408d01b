package io.holdfast.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.keys.DataKeys;
import io.holdfast.keys.DataKeysContract;
import io.holdfast.keys.EncryptorProof;
import io.holdfast.keys.NewDataKey;
import io.holdfast.keys.gateway.GatewayClient;
import io.holdfast.keys.store.Argon2Cost;
import io.holdfast.keys.store.NewStore;
import io.holdfast.keys.store.Unlock;
import io.holdfast.keys.store.UnlockSettings;
import io.holdfast.localservers.OpenBaoOptions;
import io.holdfast.localservers.OpenBaoServer;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.localservers.TestCertificate;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.file.PrivateFiles;
import io.holdfast.runtime.tls.Role;
import io.holdfast.runtime.vault.VaultLogin;
import io.holdfast.runtime.vault.VaultSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The contract end to end over HTTPS, over the transit engine of a real OpenBao by TLS, and what its refusals mean. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class GatewayTransitTest implements DataKeysContract {
    private static final EncryptorName BAO = new EncryptorName("bao");
    private static final EncryptorName BY_TOKEN = new EncryptorName("by-token");

    private OpenBaoServer bao;
    private OpenBaoServer.AppRole role;
    private RunningGateway running;
    private DataKeys keys;
    private Path folder;

    @BeforeAll
    void start(@TempDir Path given) {
        folder = given;
        ServersForTests.openBao();
        TestCertificate certificate = TestCertificate.create(folder.resolve("bao-tls"));
        bao = OpenBaoServer.start(OpenBaoOptions.in(folder.resolve("bao")).withTls(certificate));
        bao.request("POST", "transit/keys/holdfast", "{\"type\": \"aes256-gcm96\", \"derived\": true}");
        bao.request("POST", "transit/keys/plain", "{\"type\": \"aes256-gcm96\"}");
        bao.policy("holdfast", policyOfTheManual(0));
        role = bao.appRole("gateway", "holdfast");
        PrivateFiles.replace(folder.resolve("secret-id"), bytes(role.secretId()));
        PrivateFiles.replace(folder.resolve("token"), bytes(bao.token("1h", "holdfast")));
        running = RunningGateway.in(
                folder.resolve("gateway"),
                Map.of("bao", vault(appRole(), certificate), "token", vault(token(), certificate)),
                Map.of(
                        BAO, new EncryptorSettings.InTransit("bao", "transit", "holdfast"),
                        BY_TOKEN, new EncryptorSettings.InTransit("token", "transit", "holdfast")));
        keys = running.keys();
    }

    @AfterAll
    void stop() {
        if (running != null) {
            running.close();
        }
        if (bao != null) {
            bao.close();
        }
    }

    /** The manual's own lines, so that they stay enough. */
    private static String policyOfTheManual(int number) {
        try {
            String[] parts = Files.readString(Path.of("..", "docs", "keys.md")).split("```hcl\n", -1);
            return parts[number + 1].substring(0, parts[number + 1].indexOf("```"));
        } catch (IOException e) {
            throw new UncheckedIOException("the manual is not where it should be", e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private VaultSettings vault(VaultLogin login, TestCertificate certificate) {
        return new VaultSettings(
                URI.create(bao.address()),
                Optional.of(certificate.certificate()),
                Optional.empty(),
                login,
                Duration.ofSeconds(10));
    }

    private VaultLogin appRole() {
        return new VaultLogin.AppRole(role.roleId(), SecretRef.file(folder.resolve("secret-id")), "approle");
    }

    private VaultLogin token() {
        return new VaultLogin.Token(SecretRef.file(folder.resolve("token")));
    }

    @Override
    public DataKeys keys() {
        return keys;
    }

    @Override
    public List<EncryptorName> encryptors() {
        return List.of(BAO, RunningGateway.MAIN);
    }

    private static SetContext newContext() {
        return DataKeysContract.context(DataKeysContract.newJob(), Attempt.FIRST);
    }

    @Test
    void aSealedOpenBaoIsTransientAndTheOtherEncryptorStillOpens() {
        SetContext context = newContext();
        NewDataKey made = keys.make(context, encryptors());
        bao.seal();
        try {
            assertThatThrownBy(() -> keys.make(newContext(), encryptors()))
                    .isInstanceOf(Transient.class)
                    .hasMessageContaining("sealed");
            keys.unwrap(context, made.wrapped(), made.commitment()).close();
            List<EncryptorProof> proofs = keys.prove(context, made.wrapped(), made.commitment());
            assertThat(proofs).extracting(EncryptorProof::proven).containsExactly(false, true);
            assertThat(running.client(Role.OPERATOR).encryptors())
                    .filteredOn(state -> state.name().equals(BAO))
                    .singleElement()
                    .satisfies(state -> assertThat(state.failure()).isNotNull());
        } finally {
            bao.unseal();
        }
        keys.unwrap(context, made.wrapped().subList(0, 1), made.commitment()).close();
    }

    @Test
    void aStoppedOpenBaoIsTransientAndComesBackByItself() {
        SetContext context = newContext();
        NewDataKey made = keys.make(context, List.of(BAO));
        bao.kill();
        try {
            assertThatThrownBy(() -> keys.unwrap(context, made.wrapped(), made.commitment()))
                    .isInstanceOf(Transient.class)
                    .hasMessageContaining("Vault bao at https://127.0.0.1:");
        } finally {
            bao.start();
        }
        keys.unwrap(context, made.wrapped(), made.commitment()).close();
    }

    @Test
    void anAppRolesRevokedTokenIsReplacedByALoginOfItsOwn() {
        SetContext context = newContext();
        NewDataKey made = keys.make(context, List.of(BAO));

        bao.request("POST", "sys/leases/revoke-prefix/auth/approle", "{}");

        keys.unwrap(context, made.wrapped(), made.commitment()).close();
    }

    @Test
    void anExpiredTokenIsDeniedUntilTheFileHoldsANewOne() {
        SetContext context = newContext();
        NewDataKey made = keys.make(context, List.of(BY_TOKEN));
        PrivateFiles.replace(folder.resolve("token"), bytes(bao.token("1s", "holdfast")));
        bao.request("POST", "sys/leases/revoke-prefix/auth/token", "{}");

        assertThatThrownBy(() -> keys.unwrap(context, made.wrapped(), made.commitment()))
                .isInstanceOf(Denied.class)
                .extracting(e -> ((Failure) e).code().code())
                .isEqualTo("runtime.vault-denied");
        assertThat(keys.prove(context, made.wrapped(), made.commitment())
                        .getFirst()
                        .failure())
                .hasValueSatisfying(failure -> assertThat(failure.kind()).isEqualTo("denied"));

        PrivateFiles.replace(folder.resolve("token"), bytes(bao.token("1h", "holdfast")));
        keys.unwrap(context, made.wrapped(), made.commitment()).close();
    }

    /** C5: of the driver of Vault. */
    @Test
    void neitherKeysNorTokensAreLoggedAtTrace() throws IOException {
        SetContext context = newContext();
        List<byte[]> secrets = new ArrayList<>();
        try (LogCapture logs = new LogCapture()) {
            NewDataKey made = keys.make(context, List.of(BAO, BY_TOKEN));
            try (SecretBytes dataKey = keys.unwrap(context, made.wrapped(), made.commitment())) {
                secrets.add(dataKey.use(byte[]::clone));
            }
            keys.prove(context, made.wrapped(), made.commitment());
            assertThatThrownBy(() -> keys.unwrap(newContext(), made.wrapped(), made.commitment()))
                    .isInstanceOf(Corrupt.class);
            secrets.add(Files.readAllBytes(folder.resolve("token")));
            secrets.add(Files.readAllBytes(folder.resolve("secret-id")));
            logs.assertHoldsNone(secrets);
        }
    }

    @Test
    void aRotatedKeyWrapsByItsNewVersionAndOldOnesOpenUntilTheyAreDisallowed() {
        SetContext context = newContext();
        NewDataKey old = keys.make(context, List.of(BAO));
        GatewayClient admin = running.client(Role.KEY_ADMIN);
        assertThatThrownBy(() -> admin.rotate(BAO)).isInstanceOf(Denied.class).hasMessageContaining("rotate");
        bao.policy("holdfast", policyOfTheManual(0) + policyOfTheManual(1));

        String version = admin.rotate(BAO).version();

        NewDataKey young = keys.make(newContext(), List.of(BAO));

        int before = Integer.parseInt(old.wrapped().getFirst().keyVersion());
        assertThat(version).isEqualTo(Integer.toString(before + 1));
        assertThat(young.wrapped().getFirst().keyVersion()).isEqualTo(version);
        keys.unwrap(context, old.wrapped(), old.commitment()).close();
        bao.request("POST", "transit/keys/holdfast/config", "{\"min_decryption_version\": " + (before + 1) + "}");
        assertThatThrownBy(() -> keys.unwrap(context, old.wrapped(), old.commitment()))
                .isInstanceOf(Denied.class)
                .extracting(e -> ((Failure) e).code().code())
                .isEqualTo("keys.key-version-gone");
        bao.request("POST", "transit/keys/holdfast/config", "{\"min_decryption_version\": 1}");
    }

    @Test
    void aKeyThatIsNotDerivedOrNotThereIsRefusedAtTheStart(@TempDir Path other) {
        String root = bao.rootToken();
        PrivateFiles.replace(other.resolve("root"), bytes(root));
        VaultSettings settings = new VaultSettings(
                URI.create(bao.address()),
                Optional.of(folder.resolve("bao-tls/certificate.pem")),
                Optional.empty(),
                new VaultLogin.Token(SecretRef.file(other.resolve("root"))),
                Duration.ofSeconds(10));

        for (String key : List.of("plain", "rsa")) {
            if (key.equals("rsa")) {
                bao.request("POST", "transit/keys/rsa", "{\"type\": \"rsa-2048\"}");
            }
            EncryptorSettings bad = new EncryptorSettings.InTransit("root", "transit", key);
            assertThatThrownBy(() -> RunningGateway.in(other.resolve(key), Map.of("root", settings), Map.of(BAO, bad)))
                    .isInstanceOf(Permanent.class)
                    .hasMessageContaining(key);
        }
    }

    @Test
    void theSealedStoresPassphraseMayLieInVaultItself(@TempDir Path other) {
        bao.request("POST", "sys/mounts/kv", "{\"type\": \"kv\", \"options\": {\"version\": \"2\"}}");
        bao.request("POST", "kv/data/holdfast/store", "{\"data\": {\"passphrase\": \"correct horse battery\"}}");
        try (SecretBytes words = SecretBytes.takeOver(bytes("correct horse battery"))) {
            Unlock unlock = new Unlock.Passphrase(words, new Argon2Cost(64, 1, 1));
            NewStore.create(other.resolve("store"), unlock, List.of(RunningGateway.MAIN));
        }

        Gateway.start(unlockedBy(other, "vault:kv/holdfast/store#passphrase"), noSecrets(), system())
                .close();

        assertThatThrownBy(
                        () -> Gateway.start(unlockedBy(other, "vault:kv/holdfast/store#other"), noSecrets(), system()))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("vault:kv/holdfast/store#other");
        assertThatThrownBy(() -> Gateway.start(unlockedBy(other, "vault:kv/none#passphrase"), noSecrets(), system()))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("not found");
    }

    private static SecretResolver noSecrets() {
        return SecretResolver.of(Map.of());
    }

    private static InstantSource system() {
        return InstantSource.system();
    }

    private GatewayConfig unlockedBy(Path other, String reference) {
        PrivateFiles.replace(other.resolve("root"), bytes(bao.rootToken()));
        VaultSettings root = new VaultSettings(
                URI.create(bao.address()),
                Optional.of(folder.resolve("bao-tls/certificate.pem")),
                Optional.empty(),
                new VaultLogin.Token(SecretRef.file(other.resolve("root"))),
                Duration.ofSeconds(10));
        GatewayConfig like = running.config();
        return new GatewayConfig(
                like.host(),
                0,
                like.tls(),
                new UnlockSettings(other.resolve("store"), Optional.of(SecretRef.parse(reference)), Optional.empty()),
                Map.of(RunningGateway.MAIN, new EncryptorSettings.InStore()),
                Map.of("root", root),
                Map.of(),
                other.resolve("audit.jsonl"),
                like.jobKeyLife(),
                false,
                like.health(),
                like.log());
    }
}
