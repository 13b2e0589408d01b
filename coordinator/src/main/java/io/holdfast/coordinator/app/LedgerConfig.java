package io.holdfast.coordinator.app;

import io.holdfast.protocol.failure.Permanent;
import io.holdfast.runtime.config.Default;
import io.holdfast.runtime.config.Setting;
import java.nio.file.Path;
import java.time.Duration;

/** The ledger's share of a process. */
public record LedgerConfig(
        @Setting(
                doc =
                        "The folder of the ledger's state, a copy of what is in Kafka; one for each process, and it may be lost.",
                example = "/var/lib/holdfast/coordinator")
        @Default("state/coordinator")
        Path directory,

        @Setting(
                doc =
                        "How many shares the instances are divided into; the same for all coordinators, and not to be changed"
                                + " once there are jobs.",
                example = "4")
        @Default("4")
        int partitions,

        @Setting(doc = "Threads of the ledger.", example = "1") @Default("1")
        int threads,

        @Setting(doc = "After which silence another coordinator takes over, 6s to 60s.", example = "8s") @Default("8s")
        Duration takeover) {
    public LedgerConfig {
        if (partitions < 1 || partitions > 64 || threads < 1 || threads > 16) {
            throw Permanent.invalid(
                    "a ledger has 1 to 64 partitions and 1 to 16 threads", partitions + " and " + threads);
        }
        if (takeover.toSeconds() < 6 || takeover.toSeconds() > 60) {
            throw Permanent.invalid("the takeover time is 6s to 60s", takeover.toSeconds() + "s");
        }
    }

    /** All as it is when nothing is configured, with the state in {@code directory}. */
    public static LedgerConfig in(Path directory) {
        return new LedgerConfig(directory, 4, 1, Duration.ofSeconds(8));
    }
}
