package io.holdfast.cli.client;

import io.holdfast.cli.CliFailure;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.repository.RepositoryConfig;
import io.holdfast.runtime.config.ConfigLoader;
import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.config.Setting;
import io.holdfast.runtime.kafka.KafkaConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The configuration of the command as a client of a fleet: {@code holdfast.yaml}. */
public record ClientConfig(
        @Setting(doc = "Where Kafka is.") KafkaConfig kafka,

        @Setting(
                doc = "PEM files of the Ed25519 keys that sign this fleet's manifests; anything else is not believed.",
                example = "[keys/manifest.pub]")
        @Default("[]")
        List<Path> manifestKeys,

        @Setting(doc = "Repositories by name, for rebuilding a catalog from one.") @Default("{}")
        Map<String, RepositoryConfig> repositories) {

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

    /** The settings of Kafka's clients, with secrets in clear. */
    public KafkaSettings brokers(Map<String, String> env) {
        return brokers(kafka, env);
    }

    /** The names of the site's topics. */
    public Topics topics() {
        return new Topics(kafka.topicPrefix());
    }

    /** The settings of Kafka's clients, with secrets in clear. */
    static KafkaSettings brokers(KafkaConfig kafka, Map<String, String> env) {
        Map<String, String> properties = new LinkedHashMap<>(kafka.clientProperties(SecretResolver.of(env)));
        properties.remove("bootstrap.servers");
        return new KafkaSettings(kafka.bootstrapServers(), properties);
    }
}
