package io.holdfast.gateway.app;

import io.holdfast.gateway.io.hsm.HsmSettings;
import io.holdfast.keys.GatewaySettings;
import io.holdfast.keys.gateway.GatewayClient;
import io.holdfast.keys.store.NewStore;
import io.holdfast.keys.store.SealedStore;
import io.holdfast.keys.store.Unlock;
import io.holdfast.keys.store.UnlockSettings;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.file.PrivateFiles;
import io.holdfast.runtime.health.HealthSettings;
import io.holdfast.runtime.log.LogSettings;
import io.holdfast.runtime.tls.FleetCertificates;
import io.holdfast.runtime.tls.Role;
import io.holdfast.runtime.tls.TlsSettings;
import io.holdfast.runtime.vault.VaultSettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A gateway with a fleet of its own in a folder, for tests. */
final class RunningGateway implements AutoCloseable {
    static final EncryptorName MAIN = new EncryptorName("main");
    static final EncryptorName SPARE = new EncryptorName("spare");

    private final Path folder;
    private final Map<String, VaultSettings> vaults;
    private final Map<String, HsmSettings> hsms;
    private final Map<EncryptorName, EncryptorSettings> encryptors = new LinkedHashMap<>();
    private final FleetCertificates fleet;
    private final List<GatewayClient> clients = new ArrayList<>();
    private Gateway gateway;
    private boolean strict;

    private RunningGateway(
            Path folder,
            Map<String, VaultSettings> vaults,
            Map<String, HsmSettings> hsms,
            Map<EncryptorName, EncryptorSettings> more) {
        this.folder = folder;
        this.vaults = vaults;
        this.hsms = hsms;
        this.encryptors.putAll(more);
        this.encryptors.put(MAIN, new EncryptorSettings.InStore());
        this.encryptors.put(SPARE, new EncryptorSettings.InStore());
        this.fleet = FleetCertificates.create(folder.resolve("tls"), List.of(), InstantSource.system());
        try (SecretBytes digits = Unlock.KeyFile.newDigits(new SecureRandom())) {
            PrivateFiles.replace(folder.resolve("store.key"), digits.use(byte[]::clone));
            NewStore.create(folder.resolve("keys.store"), new Unlock.KeyFile(digits), List.of(MAIN, SPARE));
        }
        this.gateway = startAnew();
    }

    static RunningGateway in(Path folder) {
        return new RunningGateway(folder, Map.of(), Map.of(), Map.of());
    }

    static RunningGateway withHsms(
            Path folder, Map<String, HsmSettings> hsms, Map<EncryptorName, EncryptorSettings> more) {
        return new RunningGateway(folder, Map.of(), hsms, more);
    }

    static RunningGateway in(
            Path folder, Map<String, VaultSettings> vaults, Map<EncryptorName, EncryptorSettings> more) {
        return new RunningGateway(folder, vaults, Map.of(), more);
    }

    GatewayConfig config() {
        return new GatewayConfig(
                "127.0.0.1",
                0,
                fleet.tls(Role.GATEWAY),
                new UnlockSettings(
                        folder.resolve("keys.store"),
                        Optional.empty(),
                        Optional.of(SecretRef.file(folder.resolve("store.key")))),
                encryptors,
                vaults,
                hsms,
                folder.resolve("audit/audit.jsonl"),
                Duration.ofHours(1),
                strict,
                HealthSettings.anyLoopbackPort(),
                LogSettings.text());
    }

    private Gateway startAnew() {
        return Gateway.start(config(), SecretResolver.of(Map.of()), InstantSource.system());
    }

    void restart() {
        gateway.close();
        gateway = startAnew();
    }

    /** Starts it again, so that it wraps only by what was exported. */
    void restartStrict() {
        strict = true;
        restart();
    }

    /** Changes the sealed store as the command does, while the gateway is stopped. */
    void changeStore(Consumer<SealedStore> work) {
        gateway.close();
        UnlockSettings settings = config().store();
        try (SealedStore store =
                settings.unlock(SecretResolver.of(Map.of()), unlock -> SealedStore.open(settings.file(), unlock))) {
            work.accept(store);
        }
        gateway = startAnew();
    }

    /** What it measures, as it is scraped. */
    String metrics() throws Exception {
        URI where = URI.create("http://127.0.0.1:" + gateway.healthPort() + "/metrics");
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(where).build(), BodyHandlers.ofString())
                    .body();
        }
    }

    Gateway gateway() {
        return gateway;
    }

    FleetCertificates fleet() {
        return fleet;
    }

    URI url() {
        return URI.create("https://127.0.0.1:" + gateway.port());
    }

    GatewayClient client(Role role) {
        return client(fleet.tls(role));
    }

    GatewayClient client(TlsSettings tls) {
        GatewaySettings settings = new GatewaySettings(url(), tls, Duration.ofSeconds(10), Duration.ofSeconds(1));
        GatewayClient client = GatewayClient.of(settings, InstantSource.system());
        clients.add(client);
        return client;
    }

    RoleKeys keys() {
        return new RoleKeys(client(Role.COORDINATOR), client(Role.WORKER), client(Role.AGENT));
    }

    @Override
    public void close() {
        for (GatewayClient client : clients) {
            client.close();
        }
        gateway.close();
    }
}
