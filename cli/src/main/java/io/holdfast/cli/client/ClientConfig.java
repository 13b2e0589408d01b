package io.holdfast.cli.client;

import io.holdfast.cli.CliFailure;
import io.holdfast.keys.GatewaySettings;
import io.holdfast.keys.SigningKey;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.topic.Durability;
import io.holdfast.messaging.topic.TopicPlan;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.repository.Repositories;
import io.holdfast.repository.Repository;
import io.holdfast.repository.RepositoryConfig;
import io.holdfast.runtime.config.ConfigLoader;
import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.config.Setting;
import io.holdfast.runtime.kafka.KafkaConfig;
import io.holdfast.runtime.vault.VaultSettings;
import io.holdfast.runtime.vault.Vaults;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The configuration of the command as a client of a fleet: {@code holdfast.yaml}. */
public record ClientConfig(
        @Setting(doc = "Where Kafka is.") KafkaConfig kafka,

        @Setting(doc = VaultSettings.DOC, example = VaultSettings.EXAMPLE) @Default("{}")
        Map<String, VaultSettings> vaults,

        @Setting(
                doc = "The public keys that sign this fleet's manifests; sets signed by others are not believed.",
                example = "[\"ed25519:MCowBQYDK2VwAyEA…\"]")
        @Default("[]")
        List<SigningKey> manifestKeys,

        @Setting(doc = "Repositories by name, for rebuilding a catalog from one.") @Default("{}")
        Map<RepositoryName, RepositoryConfig> repositories,

        @Setting(doc = "Where the key gateway is, and as whom it is asked: for holdfast keys without --store.")
        Optional<GatewaySettings> gateway) {

    /** Reads the file that is named, else the one of the environment, else one in the usual places. */
    public static ClientConfig find(Optional<Path> named, Map<String, String> env) {
        return ConfigLoader.load(ClientConfig.class, locate(named, env), env);
    }

    private static Path locate(Optional<Path> named, Map<String, String> env) {
        if (named.isPresent()) {
            return named.get();
        }
        String fromEnvironment = env.get("HOLDFAST_CONFIG");
        if (fromEnvironment != null) {
            return Path.of(fromEnvironment);
        }
        Path home = Path.of(env.getOrDefault("HOME", "."));
        for (Path candidate : List.of(Path.of("holdfast.yaml"), home.resolve(".config/holdfast/holdfast.yaml"))) {
            if (Files.exists(candidate)) {
                return candidate;
            }
        }
        throw new Permanent(
                CliFailure.NO_CONFIGURATION,
                "no configuration was found: neither --config nor HOLDFAST_CONFIG is given, and there is neither ./holdfast.yaml"
                        + " nor ~/.config/holdfast/holdfast.yaml");
    }

    /** The settings of Kafka's clients, with secrets in clear, read now. */
    public KafkaSettings brokers(Map<String, String> env) {
        try (Vaults opened = new Vaults(vaults, SecretResolver.of(env))) {
            Map<String, String> properties = new LinkedHashMap<>(kafka.clientProperties(opened.secrets()));
            properties.remove("bootstrap.servers");
            return new KafkaSettings(kafka.bootstrapServers(), properties);
        }
    }

    /**
     * Opens a repository of the configuration, to be closed by the caller.
     *
     * @throws Permanent when the configuration has none of that name
     */
    public Repository open(RepositoryName name, Map<String, String> env) {
        RepositoryConfig found = repositories.get(name);
        if (found == null) {
            throw new Permanent(
                    CliFailure.UNKNOWN_REPOSITORY,
                    "the client's configuration has no repository " + name + "; it has: " + repositories.keySet());
        }
        return Repositories.open(name, found, new Repositories.Surroundings(brokers(env), topicPlan(), 1));
    }

    /** What the site's topics are like. */
    public TopicPlan topicPlan() {
        return TopicPlan.of(topics(), Durability.of(kafka.replicationFactor()));
    }

    /** The names of the site's topics. */
    public Topics topics() {
        return new Topics(kafka.topicPrefix());
    }
}
