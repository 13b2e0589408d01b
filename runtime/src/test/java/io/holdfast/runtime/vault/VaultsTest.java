package io.holdfast.runtime.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.localservers.OpenBaoOptions;
import io.holdfast.localservers.OpenBaoServer;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.localservers.TestCertificate;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.runtime.RuntimeFailure;
import io.holdfast.runtime.config.ConfigLoader;
import io.holdfast.runtime.config.NotAtStart;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.file.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Secrets in a real OpenBao, by TLS, with the policy of the manual; and what its refusals mean. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class VaultsTest {
    private static final String PASSWORD = "the-password-of-a-database-4711";
    private static final String REFERENCE = "vault:kv/holdfast/main#password";

    /** A process's configuration. */
    record Part(
            Map<String, VaultSettings> vaults,
            Map<String, SecretRef> passwords,
            @NotAtStart Optional<SecretRef> later) {}

    private OpenBaoServer bao;
    private OpenBaoServer.AppRole role;
    private TestCertificate certificate;
    private Path folder;

    @BeforeAll
    void start(@TempDir Path given) {
        folder = given;
        ServersForTests.openBao();
        certificate = TestCertificate.create(folder.resolve("bao-tls"));
        bao = OpenBaoServer.start(OpenBaoOptions.in(folder.resolve("bao")).withTls(certificate));
        bao.request("POST", "sys/mounts/kv", "{\"type\": \"kv\", \"options\": {\"version\": \"2\"}}");
        bao.policy("secrets", policyOfTheManual());
        role = bao.appRole("worker", "secrets");
        PrivateFiles.replace(folder.resolve("secret-id"), bytes(role.secretId()));
        PrivateFiles.replace(folder.resolve("token"), bytes(bao.token("1h", "secrets")));
    }

    @BeforeEach
    void write() {
        bao.request("POST", "kv/data/holdfast/main", "{\"data\": {\"password\": \"" + PASSWORD + "\"}}");
        bao.request("POST", "kv/data/others/main", "{\"data\": {\"password\": \"" + PASSWORD + "\"}}");
    }

    @AfterAll
    void stop() {
        if (bao != null) {
            bao.close();
        }
    }

    /** The manual's own lines, so that they stay enough. */
    private static String policyOfTheManual() {
        try {
            String page = Files.readString(Path.of("..", "docs", "keys.md"));
            int section = page.indexOf("## Other secrets in Vault");
            int start = page.indexOf("```hcl\n", section) + "```hcl\n".length();
            return page.substring(start, page.indexOf("```", start));
        } catch (IOException e) {
            throw new UncheckedIOException("the manual is not where it should be", e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private VaultSettings vault(URI address, VaultLogin login) {
        return new VaultSettings(
                address, Optional.of(certificate.certificate()), Optional.empty(), login, Duration.ofSeconds(10));
    }

    private VaultSettings byRole() {
        return vault(
                URI.create(bao.address()),
                new VaultLogin.AppRole(role.roleId(), SecretRef.file(folder.resolve("secret-id")), "approle"));
    }

    private VaultSettings byToken(String file) {
        return vault(URI.create(bao.address()), new VaultLogin.Token(SecretRef.file(folder.resolve(file))));
    }

    private static Vaults opened(VaultSettings first) {
        return new Vaults(Map.of("main", first), SecretResolver.of(Map.of()));
    }

    private static String read(Vaults vaults, String reference) {
        return new String(vaults.secrets().resolveText(SecretRef.parse(reference)));
    }

    /** Asserts the failure's kind and code, and that it names Vault and reference and quotes no secret. */
    private void refused(ThrowingCallable reading, Class<? extends Failure> kind, RuntimeFailure code) {
        assertThatThrownBy(reading).isInstanceOfSatisfying(kind, failure -> {
            assertThat(failure.code()).isEqualTo(code);
            assertThat(failure.hint()).isEqualTo(code.remedy());
            assertThat(failure.what())
                    .startsWith("Vault main at https://127.0.0.1:")
                    .doesNotContain(PASSWORD)
                    .doesNotContain(text("token"))
                    .doesNotContain(text("secret-id"));
        });
    }

    private String text(String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aSecretIsReadWithARoleAndWithAToken() {
        for (VaultSettings settings : new VaultSettings[] {byRole(), byToken("token")}) {
            try (Vaults vaults = opened(settings)) {
                assertThat(read(vaults, REFERENCE)).isEqualTo(PASSWORD);
            }
        }
    }

    @Test
    void otherReferencesAreStillRead() {
        try (Vaults vaults =
                        new Vaults(Map.of("main", byRole()), SecretResolver.of(Map.of("WORD", "of the environment")));
                SecretBytes secret = vaults.secrets().resolve(SecretRef.env("WORD"))) {
            assertThat(secret.length()).isEqualTo("of the environment".length());
        }
    }

    @Test
    void whatWasChangedInVaultIsReadByTheNextWhoAsks() {
        try (Vaults vaults = opened(byRole())) {
            assertThat(read(vaults, REFERENCE)).isEqualTo(PASSWORD);
            bao.request("POST", "kv/data/holdfast/main", "{\"data\": {\"password\": \"the new one\"}}");
            assertThat(read(vaults, REFERENCE)).isEqualTo("the new one");
        }
    }

    @Test
    void aRolesRevokedTokenIsReplacedByALoginOfItsOwn() {
        try (Vaults vaults = opened(byRole())) {
            assertThat(read(vaults, REFERENCE)).isEqualTo(PASSWORD);
            bao.request("POST", "sys/leases/revoke-prefix/auth/approle", "{}");
            assertThat(read(vaults, REFERENCE)).isEqualTo(PASSWORD);
        }
    }

    @Test
    void secretsAreReadFromTheFirstOfSeveralVaults() {
        VaultSettings nowhere = vault(URI.create("https://127.0.0.1:1"), byRole().login());
        Map<String, VaultSettings> two = new LinkedHashMap<>();
        two.put("main", byRole());
        two.put("another", nowhere);
        try (Vaults vaults = new Vaults(two, SecretResolver.of(Map.of()))) {
            assertThat(read(vaults, REFERENCE)).isEqualTo(PASSWORD);
        }
    }

    @Test
    void whatIsNotThereIsPermanentAndNamed() {
        try (Vaults vaults = opened(byRole())) {
            for (String missing : new String[] {"vault:kv/holdfast/none#password", "vault:kv/holdfast/main#pass"}) {
                refused(() -> read(vaults, missing), Permanent.class, RuntimeFailure.VAULT_MISSING);
                assertThatThrownBy(() -> read(vaults, missing)).hasMessageContaining("secret " + missing);
            }
        }
    }

    @Test
    void whatThePolicyDoesNotAllowIsDeniedAndNamed() {
        try (Vaults vaults = opened(byRole())) {
            ThrowingCallable reading = () -> read(vaults, "vault:kv/others/main#password");
            refused(reading, Denied.class, RuntimeFailure.VAULT_DENIED);
            assertThatThrownBy(reading).hasMessageContaining("secret vault:kv/others/main#password: refused");
        }
    }

    @Test
    void aLoginThatIsNotValidIsDenied() {
        PrivateFiles.replace(folder.resolve("old-token"), bytes("s.no-token-at-all"));
        try (Vaults vaults = opened(byToken("old-token"))) {
            refused(() -> read(vaults, REFERENCE), Denied.class, RuntimeFailure.VAULT_DENIED);
        }
        VaultLogin stranger = new VaultLogin.AppRole("no-role", SecretRef.file(folder.resolve("secret-id")), "approle");
        try (Vaults vaults = opened(vault(URI.create(bao.address()), stranger))) {
            refused(() -> read(vaults, REFERENCE), Denied.class, RuntimeFailure.VAULT_DENIED);
        }
    }

    @Test
    void aVaultThatCannotBeReachedOrIsNotTrustedIsTransient() {
        try (Vaults vaults =
                opened(vault(URI.create("https://127.0.0.1:1"), byToken("token").login()))) {
            refused(() -> read(vaults, REFERENCE), Transient.class, RuntimeFailure.VAULT_UNREACHABLE);
        }
        Path stranger = TestCertificate.create(folder.resolve("other-tls")).certificate();
        VaultSettings distrusting = new VaultSettings(
                URI.create(bao.address()),
                Optional.of(stranger),
                Optional.empty(),
                byToken("token").login(),
                Duration.ofSeconds(10));
        try (Vaults vaults = opened(distrusting)) {
            refused(() -> read(vaults, REFERENCE), Transient.class, RuntimeFailure.VAULT_UNREACHABLE);
            assertThatThrownBy(() -> read(vaults, REFERENCE)).hasMessageContaining("TLS failed");
        }
    }

    @Test
    void aSealedVaultIsTransientAndServesAgainByItself() {
        try (Vaults vaults = opened(byToken("token"))) {
            bao.seal();
            try {
                refused(() -> read(vaults, REFERENCE), Transient.class, RuntimeFailure.VAULT_SEALED);
            } finally {
                bao.unseal();
            }
            assertThat(read(vaults, REFERENCE)).isEqualTo(PASSWORD);
        }
    }

    @Test
    void aProcessThatStartsReadsEverySecretThatItNeedsThen() {
        Map<String, VaultSettings> vaults = Map.of("main", byRole());
        SecretRef there = SecretRef.parse(REFERENCE);
        SecretRef missing = SecretRef.parse("vault:kv/holdfast/none#password");
        SecretResolver logins = SecretResolver.of(Map.of());

        Vaults.forStart(new Part(vaults, Map.of("a", there), Optional.of(missing)), vaults, logins)
                .close();

        Part lacking = new Part(vaults, Map.of("a", there, "b", missing), Optional.empty());
        refused(() -> Vaults.forStart(lacking, vaults, logins), Permanent.class, RuntimeFailure.VAULT_MISSING);
    }

    @Test
    void withoutAVaultAReferenceIsRefusedWithWhereToDescribeOne() {
        try (Vaults none = new Vaults(Map.of(), SecretResolver.of(Map.of()))) {
            assertThatThrownBy(() -> read(none, REFERENCE)).isInstanceOfSatisfying(Permanent.class, failure -> {
                assertThat(failure.code()).isEqualTo(RuntimeFailure.SECRET_SCHEME_UNKNOWN);
                assertThat(failure.what()).contains(REFERENCE).contains("section vaults");
                assertThat(failure.hint()).contains("section vaults").contains("docs/keys.md");
            });
        }
    }

    @Test
    void aLoginThatLiesInVaultItselfIsRefused() {
        for (String login : new String[] {
            "{type: token, token: 'vault:kv/a#b'}", "{type: app-role, roleId: r, secretId: 'vault:kv/a#b'}"
        }) {
            PrivateFiles.replace(
                    folder.resolve("part.yaml"),
                    bytes("vaults: {main: {address: 'https://v:8200', login: " + login + "}}\npasswords: {}\n"));
            assertThatThrownBy(() -> ConfigLoader.load(Part.class, folder.resolve("part.yaml"), Map.of()))
                    .hasMessageContaining("vaults.main.login")
                    .hasMessageContaining("cannot lie in Vault itself; it is file:/path or env:NAME")
                    .hasMessageContaining("vault:kv/a#b");
        }
    }
}
