package io.holdfast.gateway.app;

import io.holdfast.gateway.GatewayFailure;
import io.holdfast.gateway.GatewayMetric;
import io.holdfast.gateway.admit.FailureLimit;
import io.holdfast.gateway.answer.Administration;
import io.holdfast.gateway.answer.Calls;
import io.holdfast.gateway.answer.Desk;
import io.holdfast.gateway.audit.AuditLog;
import io.holdfast.gateway.io.audit.AuditFile;
import io.holdfast.gateway.io.audit.GroupedAuditLog;
import io.holdfast.gateway.io.hsm.HsmEncryptors;
import io.holdfast.gateway.io.http.HttpsDoor;
import io.holdfast.gateway.io.vault.VaultEncryptors;
import io.holdfast.keys.KeysFailure;
import io.holdfast.keys.SigningKey;
import io.holdfast.keys.ring.Encryptor;
import io.holdfast.keys.ring.KeyRing;
import io.holdfast.keys.ring.SwitchedEncryptor;
import io.holdfast.keys.ring.Switches;
import io.holdfast.keys.ring.WrapRule;
import io.holdfast.keys.store.SealedStore;
import io.holdfast.keys.store.StoreCertificates;
import io.holdfast.keys.store.StoreEncryptors;
import io.holdfast.keys.store.StoreJobKeys;
import io.holdfast.keys.store.StoreSigner;
import io.holdfast.keys.store.StoreSwitches;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.health.Health;
import io.holdfast.runtime.health.HealthCheck;
import io.holdfast.runtime.health.HealthServer;
import io.holdfast.runtime.metrics.Metrics;
import io.holdfast.runtime.tls.TlsFiles;
import io.holdfast.runtime.vault.Vaults;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running gateway. */
public final class Gateway implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final GatewayConfig config;
    private final InstantSource clock;
    private final List<WatchedEncryptor> encryptors = new ArrayList<>();
    private int port;
    private int healthPort;
    private List<SigningKey> signingKeys = List.of();

    private Gateway(GatewayConfig config, InstantSource clock) {
        this.config = config;
        this.clock = clock;
    }

    /**
     * Unlocks the store, looks at every encryptor, opens the audit log and listens; what would fail later fails now.
     *
     * @throws io.holdfast.protocol.failure.Failure when it cannot start, naming what is wrong; nothing stays open
     */
    public static Gateway start(GatewayConfig config, SecretResolver secrets, InstantSource clock) {
        Gateway gateway = new Gateway(config, clock);
        try {
            gateway.start(secrets);
            return gateway;
        } catch (RuntimeException e) {
            gateway.close();
            throw e;
        }
    }

    private void start(SecretResolver secrets) {
        TlsFiles tls = new TlsFiles(config.tls(), clock);
        Metrics metrics = opened(Metrics.of("gateway"));
        Vaults vaults = opened(new Vaults(config.vaults(), secrets));
        SealedStore store = opened(config.store()
                .unlock(
                        vaults.secrets(),
                        unlock -> SealedStore.open(config.store().file(), unlock)));
        StoreJobKeys jobs = new StoreJobKeys(store, config.jobKeyLife(), clock);
        CertificateEncryptors certificates = new CertificateEncryptors(new StoreCertificates(store), clock);
        HsmEncryptors hsms = new HsmEncryptors(config.hsms(), vaults.secrets(), clock);
        Keepers keepers = new Keepers(new StoreEncryptors(store), new VaultEncryptors(vaults), hsms, certificates);
        Switches switches = new StoreSwitches(store, clock);
        makeEncryptors(keepers, switches);
        WrapRule rule = config.requireExported() ? WrapRule.EXPORTED : WrapRule.ANY;
        KeyRing keys = new KeyRing(encryptors, jobs, new StoreSigner(store), rule);
        signingKeys = keys.publicKeys();
        AuditFile audit = opened(AuditFile.open(config.audit()));
        AuditLog grouped = new GroupedAuditLog(audit);
        Calls calls = new Calls(keys, grouped, new Administration(keys, switches));
        Desk desk = new Desk(calls, grouped, new FailureLimit(clock), metrics, clock);
        HttpsDoor.Address address = new HttpsDoor.Address(config.host(), config.port());
        port = opened(HttpsDoor.open(address, tls, desk, metrics)).port();
        measure(metrics, jobs, tls);
        measure(metrics, certificates);
        healthPort = opened(HealthServer.start(config.health(), metrics::scrape, parts(audit, tls)))
                .port();
        LOG.info(
                "the gateway listens at {}:{} with encryptors {}",
                config.host(),
                port,
                config.encryptors().keySet());
    }

    /** Where encryptors come from. */
    private record Keepers(
            StoreEncryptors stored, VaultEncryptors vaults, HsmEncryptors hsms, CertificateEncryptors certificates) {
        Encryptor encryptor(EncryptorName name, EncryptorSettings settings) {
            return switch (settings) {
                case EncryptorSettings.InStore s -> stored.encryptor(name);
                case EncryptorSettings.InTransit t -> vaults.transit(name, t.vault(), t.mount(), t.key());
                case EncryptorSettings.InHsm h -> hsms.encryptor(name, h.hsm(), h.key());
                case EncryptorSettings.OfCertificate c -> certificates.encryptor(name, c);
            };
        }
    }

    private void makeEncryptors(Keepers keepers, Switches switches) {
        config.encryptors().forEach((name, settings) -> {
            Encryptor encryptor = new SwitchedEncryptor(keepers.encryptor(name, settings), switches);
            encryptors.add(new WatchedEncryptor(encryptor));
        });
        encryptors.forEach(Gateway::lookAt);
    }

    /** What may be right later, or is meant to be so, does not keep the gateway's other encryptors from work. */
    private static void lookAt(Encryptor encryptor) {
        encryptor.warning().ifPresent(LOG::warn);
        try {
            encryptor.probe();
        } catch (Failure e) {
            boolean others = e instanceof Transient
                    || e.code() == KeysFailure.ENCRYPTOR_DISABLED
                    || e.code() == GatewayFailure.HSM_KEY_MISSING
                    || encryptor.kind().equals(Encryptor.CERTIFICATE);
            if (!others) {
                throw e;
            }
            LOG.warn("encryptor {} cannot be used now: {}", encryptor.name(), e.what());
        }
    }

    private void measure(Metrics metrics, StoreJobKeys jobs, TlsFiles tls) {
        metrics.gauge(GatewayMetric.JOBS, jobs::running);
        metrics.gauge(
                GatewayMetric.CERTIFICATE,
                () -> Duration.between(clock.instant(), tls.expires()).toSeconds());
        for (WatchedEncryptor encryptor : encryptors) {
            metrics.gauge(
                    GatewayMetric.ENCRYPTOR_USABLE,
                    () -> encryptor.failure().isEmpty() ? 1 : 0,
                    "encryptor",
                    encryptor.name().text());
        }
    }

    private void measure(Metrics metrics, CertificateEncryptors certificates) {
        certificates
                .ends()
                .forEach((name, end) -> metrics.gauge(
                        GatewayMetric.ENCRYPTOR_CERTIFICATE,
                        () -> Duration.between(clock.instant(), end).toSeconds(),
                        "encryptor",
                        name.text()));
    }

    /** An encryptor that cannot be used now does not make the gateway unready: the others must stay reachable. */
    private Map<String, HealthCheck> parts(AuditFile audit, TlsFiles tls) {
        Map<String, HealthCheck> parts = new HashMap<>();
        parts.put("store", () -> Health.up("unlocked"));
        parts.put("audit", () -> audit.usable() ? Health.up("written") : Health.down("cannot be written"));
        parts.put("certificate", () -> {
            boolean valid = clock.instant().isBefore(tls.expires());
            return new Health(valid, "valid until " + tls.expires());
        });
        for (WatchedEncryptor encryptor : encryptors) {
            parts.put(
                    "encryptor " + encryptor.name(),
                    () -> Health.up(encryptor
                            .failure()
                            .map(failure -> "cannot be used: " + failure.message())
                            .orElse("usable")));
        }
        return parts;
    }

    private <T extends AutoCloseable> T opened(T part) {
        open.push(part);
        return part;
    }

    /** The port that it listens on. */
    public int port() {
        return port;
    }

    /** The port of health and metrics. */
    public int healthPort() {
        return healthPort;
    }

    /** The public keys that verify its signatures, to be pinned; the one that signs first. */
    public List<SigningKey> signingKeys() {
        return signingKeys;
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                LOG.warn("a part of the gateway did not close cleanly", e);
            }
        }
    }
}
