package io.holdfast.worker.app;

import io.holdfast.engine.InstanceConfig;
import io.holdfast.keys.GatewaySettings;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.repository.RepositoryConfig;
import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.Setting;
import io.holdfast.runtime.health.HealthSettings;
import io.holdfast.runtime.kafka.KafkaConfig;
import io.holdfast.runtime.log.LogSettings;
import io.holdfast.runtime.vault.VaultSettings;
import java.util.Map;
import java.util.Optional;

/** The configuration of a worker. */
public record WorkerConfig(
        @Setting(doc = "Where Kafka is.") KafkaConfig kafka,

        @Setting(doc = "Where the key gateway is, and this worker's certificate.")
        GatewaySettings gateway,

        @Setting(doc = VaultSettings.DOC, example = VaultSettings.EXAMPLE) @Default("{}")
        Map<String, VaultSettings> vaults,

        @Setting(doc = "The instances that this worker reads, by name; the same as the coordinators'.") @Default("{}")
        Map<InstanceName, InstanceConfig> instances,

        @Setting(doc = "The repositories that this worker writes to, by name; the same as the coordinators'.")
        @Default("{}")
        Map<RepositoryName, RepositoryConfig> repositories,

        @Setting(
                doc = "How many stripes are worked on at a time; each keeps a processor busy and takes about 16 MiB of"
                        + " memory and one connection to the database.",
                example = "2")
        @Default("2")
        int slots,

        @Setting(
                doc =
                        "How many bytes of databases this worker reads in a second at most, all slots together; as fast as"
                                + " it can unless set.",
                example = "100MiB")
        Optional<ByteCount> maxRate,

        @Setting(doc = "Health and metrics.") HealthSettings health,

        @Setting(doc = "Logs.") LogSettings log) {
    /** More slots than this in one process gain nothing. */
    public static final int MOST_SLOTS = 64;

    /** A buffer is nearly a mebibyte; more slowly than this, a slot would stand still for longer than its order's claim. */
    private static final long LEAST_RATE = 1L << 20;

    public WorkerConfig {
        if (slots < 1 || slots > MOST_SLOTS) {
            throw Permanent.invalid("a worker has 1 to " + MOST_SLOTS + " slots", Integer.toString(slots));
        }
        if (maxRate.isPresent() && maxRate.get().number() < LEAST_RATE) {
            throw Permanent.invalid(
                    "a worker reads at least 1 MiB in a second", maxRate.get().toString());
        }
        instances = Map.copyOf(instances);
        repositories = Map.copyOf(repositories);
    }
}
