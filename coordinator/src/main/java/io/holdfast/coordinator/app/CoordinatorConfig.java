package io.holdfast.coordinator.app;

import io.holdfast.engine.InstanceConfig;
import io.holdfast.keys.GatewaySettings;
import io.holdfast.keys.SigningKey;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.AgentName;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.repository.RepositoryConfig;
import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.Setting;
import io.holdfast.runtime.health.HealthSettings;
import io.holdfast.runtime.kafka.KafkaConfig;
import io.holdfast.runtime.log.LogSettings;
import io.holdfast.runtime.vault.VaultSettings;
import java.util.List;
import java.util.Map;

/** The configuration of a coordinator. */
public record CoordinatorConfig(
        @Setting(
                doc = "The fleet's id, made once by holdfast init; the same everywhere.",
                example = "01JDXZ8Q6M3V5T9R2W4Y7B1C0D")
        FleetId fleet,

        @Setting(doc = "Where Kafka is.") KafkaConfig kafka,

        @Setting(doc = "Where the key gateway is, and this coordinator's certificate.")
        GatewaySettings gateway,

        @Setting(doc = VaultSettings.DOC, example = VaultSettings.EXAMPLE) @Default("{}")
        Map<String, VaultSettings> vaults,

        @Setting(doc = "The instances that are backed up, by name.") @Default("{}")
        Map<InstanceName, InstanceConfig> instances,

        @Setting(doc = "The repositories that sets lie in, by name.") @Default("{}")
        Map<RepositoryName, RepositoryConfig> repositories,

        @Setting(doc = "The encryptors that jobs may name; the gateway knows what they are.", example = "[store]")
        @Default("[]")
        List<EncryptorName> encryptors,

        @Setting(
                doc =
                        "Groups of encryptors, by names of your own: each set needs one of each, and sets without encryption are refused.",
                example = "{here: [store, vault], elsewhere: [site-b]}")
        @Default("{}")
        Map<String, List<EncryptorName>> encryptorGroups,

        @Setting(doc = "The restore agents that jobs may name.", example = "[db-2]") @Default("[]")
        List<AgentName> agents,

        @Setting(
                doc = "The public keys that sign this fleet's manifests; sets signed by others are refused.",
                example = "[\"ed25519:MCowBQYDK2VwAyEA…\"]")
        List<SigningKey> manifestKeys,

        @Setting(doc = "What a backup takes when its job does not say.")
        DefaultsConfig defaults,

        @Setting(doc = "How large stripes are and how many are under way.")
        StripesConfig stripes,

        @Setting(doc = "How long is waited for whom.") LeasesConfig leases,

        @Setting(doc = "The ledger's share of this process.")
        LedgerConfig ledger,

        @Setting(
                doc =
                        "How many session orders are done at a time: each backup that is held open takes one, with a connection"
                                + " to its database and about 4 MiB of memory.",
                example = "8")
        @Default("8")
        int slots,

        @Setting(doc = "Health and metrics.") HealthSettings health,
        @Setting(doc = "Logs.") LogSettings log) {
    /** More slots than this in one process gain nothing. */
    public static final int MOST_SLOTS = 256;

    public CoordinatorConfig {
        if (slots < 2 || slots > MOST_SLOTS) {
            throw Permanent.invalid("a coordinator has 2 to " + MOST_SLOTS + " slots", Integer.toString(slots));
        }
        instances = Map.copyOf(instances);
        repositories = Map.copyOf(repositories);
        encryptors = List.copyOf(encryptors);
        encryptorGroups = Map.copyOf(encryptorGroups);
        for (Map.Entry<String, List<EncryptorName>> group : encryptorGroups.entrySet()) {
            if (group.getValue().isEmpty() || !encryptors.containsAll(group.getValue())) {
                throw Permanent.invalid(
                        "a group of encryptors has at least one, all of them among the coordinator's encryptors",
                        group.toString());
            }
        }
        agents = List.copyOf(agents);
        manifestKeys = List.copyOf(manifestKeys);
    }
}
