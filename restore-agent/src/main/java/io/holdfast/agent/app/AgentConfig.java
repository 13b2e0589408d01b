package io.holdfast.agent.app;

import io.holdfast.keys.GatewaySettings;
import io.holdfast.keys.SigningKey;
import io.holdfast.keys.store.UnlockSettings;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.AgentName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.repository.RepositoryConfig;
import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.NotAtStart;
import io.holdfast.runtime.config.OnDisk;
import io.holdfast.runtime.config.Setting;
import io.holdfast.runtime.health.HealthSettings;
import io.holdfast.runtime.kafka.KafkaConfig;
import io.holdfast.runtime.log.LogSettings;
import io.holdfast.runtime.vault.VaultSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The configuration of a restore agent; {@code holdfast restore --offline} reads the same. */
public record AgentConfig(
        @Setting(doc = "The agent's name, by which jobs choose it; unique in the fleet.", example = "db-2")
        AgentName name,

        @Setting(doc = "Where Kafka is. Not used offline, unless the repository is in Kafka.")
        KafkaConfig kafka,

        @Setting(doc = "Where the key gateway is, and this agent's certificate.")
        Optional<GatewaySettings> gateway,

        @Setting(doc = VaultSettings.DOC, example = VaultSettings.EXAMPLE) @Default("{}")
        Map<String, VaultSettings> vaults,

        @Setting(
                doc =
                        "A sealed store, or a copy of one, that offline restores open when there is no gateway section, or when"
                                + " the gateway is gone.")
        @NotAtStart
        Optional<UnlockSettings> store,

        @Setting(
                doc = "The public keys that sign this fleet's manifests; sets signed by others are refused.",
                example = "[\"ed25519:MCowBQYDK2VwAyEA…\"]")
        List<SigningKey> manifestKeys,

        @Setting(doc = "The repositories that this agent reads, by name; the same as the coordinators'.")
        @Default("{}")
        @NotAtStart
        Map<RepositoryName, RepositoryConfig> repositories,

        @Setting(
                doc =
                        "The folders that jobs may restore to: a data directory and the places of tablespaces must lie below one of"
                                + " them, links followed. Without any, every job is refused. An offline restore is not bound to"
                                + " them, as whoever starts it is on this host.",
                example = "[/srv/postgresql]")
        @Default("[]")
        @NotAtStart
        @OnDisk(OnDisk.What.FOLDER)
        List<Path> targets,

        @Setting(doc = "How instances of PostgreSQL are made and started.")
        PostgresqlConfig postgresql,

        @Setting(
                doc =
                        "How many streams are opened and placed at a time; each keeps a processor busy and takes about 6 MiB of"
                                + " memory.",
                example = "4")
        @Default("2")
        int parallel,

        @Setting(
                doc =
                        "Folder for what the agent remembers of finished restores, so that an order that comes twice is not done"
                                + " twice.",
                example = "/var/lib/holdfast/agent")
        Path state,

        @Setting(doc = "Health and metrics.") HealthSettings health,

        @Setting(doc = "Logs.") LogSettings log) {
    /** More at a time in one process gain nothing. */
    public static final int MOST_PARALLEL = 64;

    public AgentConfig {
        if (parallel < 1 || parallel > MOST_PARALLEL) {
            throw Permanent.invalid(
                    "an agent opens 1 to " + MOST_PARALLEL + " streams at a time", Integer.toString(parallel));
        }
        targets = targets.stream().map(Path::normalize).toList();
        for (Path target : targets) {
            if (!target.isAbsolute() || target.getParent() == null) {
                throw Permanent.invalid("a target is an absolute path, and not the root", target.toString());
            }
        }
        manifestKeys = List.copyOf(manifestKeys);
        repositories = Map.copyOf(repositories);
    }
}
