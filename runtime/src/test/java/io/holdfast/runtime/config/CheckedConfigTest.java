package io.holdfast.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.RuntimeFailure;
import io.holdfast.runtime.file.PrivateFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckedConfigTest {
    record Server(Optional<SecretRef> password) {}

    record Part(
            @OnDisk(OnDisk.What.FILE) Path certificate,
            @OnDisk(OnDisk.What.SECRET_FILE) Path key,
            @OnDisk(OnDisk.What.FOLDER) List<Path> repositories,
            Map<String, Server> servers,
            @NotAtStart Optional<Server> store,
            Path made) {}

    record Vault(URI address) implements SecretPlace {
        @Override
        public SecretRef.Scheme scheme() {
            return SecretRef.Scheme.VAULT;
        }
    }

    record WithVault(SecretRef password, @Default("{}") Map<String, Vault> vaults) {}

    record Pair(@OnDisk(OnDisk.What.FILE) Path one, Path other) implements FitsTogether {
        @Override
        public void refuseUnfit(Instant now) {
            throw Permanent.invalid("files fit at noon only", now.toString());
        }
    }

    record Paired(Pair pair) {}

    private static final InstantSource CLOCK = InstantSource.fixed(Instant.EPOCH);
    private static final Map<String, String> NO_VARIABLES = Map.of();

    @TempDir
    private Path folder;

    private Path file(String name, String mode) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "content");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private Path config(String repositories, String servers, String store) {
        Path file = folder.resolve("process.yaml");
        String text = """
                certificate: %1$s/certificate
                key: %1$s/key
                repositories: [%2$s]
                servers: {%3$s}
                store: {%4$s}
                made: /no/such/folder/state
                """.formatted(folder, repositories, servers, store);
        PrivateFiles.replace(file, text.getBytes(StandardCharsets.UTF_8));
        return file;
    }

    @Test
    void whatIsThereIsTaken() throws IOException {
        file("certificate", "rw-r--r--");
        file("key", "rw-------");
        file("password", "rw-r-----");
        Path config = config(
                folder.toString(),
                "a: {password: 'file:" + folder + "/password'}, b: {password: 'env:WORD'}, c: {}",
                "");
        assertThat(CheckedConfig.forStart(Part.class, config, Map.of("WORD", "x"))
                        .servers())
                .hasSize(3);
    }

    @Test
    void allThatCannotBeUsedIsListedAtOnce() throws IOException {
        file("key", "rw-r--r--");
        file("password", "rw-r--r--");
        Path config = config(
                "/no/such/folder/repository, " + folder.resolve("key"),
                "a: {password: 'file:" + folder
                        + "/password'}, b: {password: 'env:WORD'}, c: {password: 'vault:kv/x#y'},"
                        + " d: {password: 'file:/no/password'}",
                "");
        assertThatThrownBy(() -> CheckedConfig.forStart(Part.class, config, NO_VARIABLES))
                .satisfies(CheckedConfigTest::isUnreachable)
                .hasMessageContainingAll(
                        "\n  certificate: there is no file " + folder.resolve("certificate"),
                        "\n  key: the secret file " + folder.resolve("key") + " may be read or changed by other users",
                        "Run: chmod 600 " + folder.resolve("key"),
                        "\n  repositories: there is no folder /no/such/folder/repository",
                        "\n  repositories: " + folder.resolve("key") + " is no folder that this user may look into",
                        "\n  servers.a.password: the secret file " + folder.resolve("password") + " may be read",
                        "\n  servers.b.password: the environment variable WORD",
                        "\n  servers.c.password: vault:kv/x#y needs a Vault, and this file describes none",
                        "\n  servers.d.password: there is no secret file /no/password")
                .hasMessageNotContaining("state")
                .hasMessageNotContaining("content");
    }

    @Test
    void whatIsNotNeededAtStartMayBeAbsentThen() throws IOException {
        file("certificate", "rw-r--r--");
        file("key", "rw-------");
        Path config = config(folder.toString(), "", "password: 'file:/no/passphrase'");
        assertThat(CheckedConfig.forStart(Part.class, config, NO_VARIABLES).store())
                .isPresent();
        ThrowingCallable whole = () -> CheckedConfig.whole(Part.class, config, NO_VARIABLES, CLOCK);
        assertThatThrownBy(whole)
                .satisfies(CheckedConfigTest::isUnreachable)
                .hasMessageContaining("store.password: there is no secret file /no/passphrase");
    }

    private Path withVault(String vaults) {
        Path file = folder.resolve("process.yaml");
        PrivateFiles.replace(file, ("password: 'vault:kv/x#y'\n" + vaults).getBytes(StandardCharsets.UTF_8));
        return file;
    }

    @Test
    void whatLiesInVaultIsNotReadButThatThereIsAVaultIsLookedAt() {
        Path described = withVault("vaults: {main: {address: 'https://no-such-host:8200'}}\n");
        SecretRef inVault = SecretRef.parse("vault:kv/x#y");
        WithVault config = CheckedConfig.whole(WithVault.class, described, NO_VARIABLES, CLOCK);
        assertThat(config.password()).isEqualTo(inVault);
        assertThat(SecretRefs.inAll(config, SecretRef.Scheme.VAULT)).containsExactly(inVault);

        Path without = withVault("");
        for (ThrowingCallable reading : List.<ThrowingCallable>of(
                () -> CheckedConfig.forStart(WithVault.class, without, NO_VARIABLES),
                () -> CheckedConfig.whole(WithVault.class, without, NO_VARIABLES, CLOCK))) {
            assertThatThrownBy(reading)
                    .satisfies(CheckedConfigTest::isUnreachable)
                    .hasMessageContaining("password: vault:kv/x#y needs a Vault, and this file describes none")
                    .hasMessageContaining("vaults: {main: {address:");
        }
    }

    @Test
    void filesAreHeldAgainstEachOtherWhenTheWholeIsLookedAtAndEachOfThemIsThere() throws IOException {
        Path config = folder.resolve("paired.yaml");
        String text = "pair: {one: " + folder.resolve("one") + ", other: x}\n";
        PrivateFiles.replace(config, text.getBytes(StandardCharsets.UTF_8));
        ThrowingCallable whole = () -> CheckedConfig.whole(Paired.class, config, NO_VARIABLES, CLOCK);
        assertThatThrownBy(whole)
                .hasMessageContaining("pair.one: there is no file")
                .hasMessageNotContaining("noon");
        file("one", "rw-------");
        assertThatThrownBy(whole)
                .satisfies(CheckedConfigTest::isUnreachable)
                .hasMessageContaining("pair: files fit at noon only, but this is: \"1970-01-01T00:00:00Z\"");
        assertThat(CheckedConfig.forStart(Paired.class, config, NO_VARIABLES).pair())
                .isNotNull();
    }

    private static void isUnreachable(Throwable thrown) {
        assertThat(thrown)
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.code()).isEqualTo(RuntimeFailure.CONFIG_UNREACHABLE));
    }
}
