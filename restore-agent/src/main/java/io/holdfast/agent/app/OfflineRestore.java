package io.holdfast.agent.app;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.AllowedTargets;
import io.holdfast.agent.RestorePlan;
import io.holdfast.agent.RestoreRequest;
import io.holdfast.agent.RestoreWatch;
import io.holdfast.agent.io.HostBoot;
import io.holdfast.agent.io.HostPrograms;
import io.holdfast.agent.io.HostUsers;
import io.holdfast.keys.DataKeys;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.keys.gateway.GatewayClient;
import io.holdfast.keys.store.OfflineKeys;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.restore.RestoreResult;
import io.holdfast.repository.ObjectName;
import io.holdfast.repository.Repository;
import io.holdfast.repository.RepositoryConfig;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.metrics.Metrics;
import io.holdfast.runtime.tls.Role;
import io.holdfast.runtime.vault.Vaults;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A restore with manifest, repository and keys alone, when no coordinator is alive: what {@code holdfast restore --offline}
 * does. Kafka is needed only where the repository is in Kafka. It goes on where an earlier one was interrupted.
 */
public final class OfflineRestore implements AutoCloseable {
    /** For how long expiry is asked to leave the set alone. */
    static final Duration LEASE = Duration.ofDays(7);

    private static final Logger LOG = LoggerFactory.getLogger(OfflineRestore.class);

    private final RestoreTools tools;
    private final List<AutoCloseable> opened;
    private final Clock clock;

    private OfflineRestore(RestoreTools tools, List<AutoCloseable> opened, Clock clock) {
        this.tools = tools;
        this.opened = opened;
        this.clock = clock;
    }

    /**
     * Opens the keys: the sealed store where the configuration names one, else the gateway.
     *
     * @param repository where to look for sets; empty: in all that the configuration names
     */
    public static OfflineRestore open(AgentConfig config, SecretResolver given, Optional<RepositoryName> repository) {
        Clock clock = Clock.systemUTC();
        Metrics metrics = Metrics.of(Role.AGENT.label());
        Vaults vaults = new Vaults(config.vaults(), given);
        SecretResolver secrets = vaults.secrets();
        List<AutoCloseable> opened = new ArrayList<>(List.of(metrics, vaults));
        DataKeys keys = keys(config, secrets, metrics, opened);
        List<RepositoryName> names = repository
                .map(List::of)
                .orElseGet(() -> List.copyOf(config.repositories().keySet()));
        boolean inKafka =
                names.stream().map(config.repositories()::get).anyMatch(RepositoryConfig.Kafka.class::isInstance);
        // Secrets that nothing needs are not read: whoever restores may have lost the Vault that they lie in.
        ConfiguredRepositories repositories = ConfiguredRepositories.of(
                config,
                inKafka
                        ? kafka(config, secrets)
                        : KafkaSettings.plain(config.kafka().bootstrapServers()));
        RestoreTools tools = new RestoreTools(
                new RepositorySets(names, repositories, new PinnedKeys(config.manifestKeys())),
                keys,
                repositories,
                new HostPrograms(config.postgresql().binaries()),
                HostUsers.owner(config.postgresql().user()),
                AllowedTargets.ANYWHERE,
                config.postgresql(),
                HostBoot.id(),
                metrics);
        return new OfflineRestore(tools, opened, clock);
    }

    static KafkaSettings kafka(AgentConfig config, SecretResolver secrets) {
        return new KafkaSettings(
                config.kafka().bootstrapServers(), config.kafka().clientProperties(secrets));
    }

    private static DataKeys keys(
            AgentConfig config, SecretResolver secrets, Metrics metrics, List<AutoCloseable> opened) {
        Clock clock = Clock.systemUTC();
        if (config.store().isPresent()) {
            OfflineKeys store = config.store()
                    .get()
                    .unlock(
                            secrets,
                            unlock -> OfflineKeys.open(config.store().get().file(), unlock, clock));
            opened.add(store);
            return store.keys();
        }
        if (config.gateway().isPresent()) {
            GatewayClient gateway = GatewayClient.of(config.gateway().get(), clock);
            opened.add(gateway);
            return gateway.patient(config.gateway().get().patience(), metrics);
        }
        throw noKeys();
    }

    static Permanent noKeys() {
        return new Permanent(
                AgentFailure.KEY_REFUSED,
                "the configuration names neither a gateway nor a sealed store, so that no data key can be opened",
                "Add a section gateway, or for offline restores a section store, to the agent's configuration.");
    }

    /** What a restore would do; touches nothing. */
    public RestorePlan plan(RestoreRequest request) {
        return run(RestoreWatch.NONE, () -> false).plan(request);
    }

    /** Refuses what cannot succeed, else says what was found, one line a check; touches nothing. */
    public List<String> preflight(RestorePlan plan) {
        return run(RestoreWatch.NONE, () -> false).preflight(plan);
    }

    /**
     * Restores. A refusal leaves the target untouched; after any other failure the same call goes on.
     *
     * @param cancelled is asked often; once it says so, the restore ends where it is
     */
    public RestoreResult restore(RestoreRequest request, RestoreWatch watch, BooleanSupplier cancelled) {
        RestoreRun run = run(watch, cancelled);
        RestorePlan plan = run.plan(request);
        List<String> unused = run.preflight(plan);
        lease(plan);
        return run.restore(plan);
    }

    private RestoreRun run(RestoreWatch watch, BooleanSupplier cancelled) {
        return new RestoreRun(tools, RestoreMemory.NONE, watch, cancelled);
    }

    /** Leaves a note in the repository, so that expiry does not remove what is being read. */
    private void lease(RestorePlan plan) {
        Instant now = clock.instant();
        String reader = "offline-" + Long.toString(now.getEpochSecond(), 36) + "-"
                + Integer.toHexString(ThreadLocalRandom.current().nextInt()).toLowerCase(Locale.ROOT);
        String note = "{\"v\":1,\"reader\":\"" + reader + "\",\"since\":\"" + now + "\",\"until\":\"" + now.plus(LEASE)
                + "\"}";
        try (Repository repository = tools.repositories().open(plan.repository())) {
            repository.putObject(
                    ObjectName.lease(plan.manifest().set(), reader), note.getBytes(StandardCharsets.UTF_8));
        } catch (Failure e) {
            // A copy that cannot be written, such as a mounted snapshot, cannot be expired either.
            LOG.warn("repository {} takes no note that its set is being read: {}", plan.repository(), e.what());
        }
    }

    @Override
    public void close() {
        for (AutoCloseable part : opened.reversed()) {
            try {
                part.close();
            } catch (Exception e) {
                LOG.warn("closing", e);
            }
        }
    }
}
