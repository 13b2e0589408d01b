package io.holdfast.cli.platform;

import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.TopicPrefix;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a new fleet shall look like.
 *
 * @param folder where its files go
 * @param bootstrapServers Kafka's brokers
 * @param replicationFactor of all topics
 * @param hosts names of the machines, for certificates; the first is the gateway's
 * @param gatewayPort where the gateway listens
 * @param instances what is backed up
 * @param repository the folder of the repository {@code main}
 * @param binaries PostgreSQL's programs for restores; empty: looked for by version
 * @param targets the folders below which the agent restores
 * @param sizing how work is cut and shared
 */
public record FleetPlan(
        Path folder,
        String bootstrapServers,
        TopicPrefix prefix,
        int replicationFactor,
        List<HostName> hosts,
        int gatewayPort,
        Map<InstanceName, Database> instances,
        Path repository,
        Optional<Path> binaries,
        List<Path> targets,
        Sizing sizing) {
    /**
     * A database server.
     *
     * @param passwordFile where its role's password lies
     * @param dataDirectory where workers see its data directory, if they do
     */
    public record Database(String host, int port, String user, Path passwordFile, Optional<Path> dataDirectory) {}

    /** Where a fleet's Kafka brokers and its gateway listen. */
    public record Addresses(String bootstrapServers, int gatewayPort) {}

    /**
     * How work is cut and shared.
     *
     * @param stripe such as {@code 256MiB}
     * @param slots stripes at a time in each worker
     */
    public record Sizing(String stripe, int slots) {
        /** For real use. */
        public static final Sizing USUAL = new Sizing("256MiB", 2);
    }

    private static final HostName LOCALHOST = HostName.parse("localhost");

    public FleetPlan {
        folder = folder.toAbsolutePath().normalize();
        repository = repository.toAbsolutePath().normalize();
        hosts = hosts.stream().distinct().toList();
        targets = targets.stream()
                .map(target -> target.toAbsolutePath().normalize())
                .toList();
        instances = Map.copyOf(instances);
    }

    /** One machine with one broker; restores go below the folder {@code restored} beside the fleet's. */
    public static FleetPlan onThisMachine(Path folder, Map<InstanceName, Database> instances) {
        return new FleetPlan(
                folder,
                "localhost:9092",
                TopicPrefix.parse("holdfast"),
                1,
                List.of(LOCALHOST),
                8443,
                instances,
                folder.resolve("repository"),
                Optional.empty(),
                List.of(folder.toAbsolutePath().resolveSibling("restored")),
                Sizing.USUAL);
    }

    /** Whether everything runs on this machine, on its loopback interface. */
    public boolean local() {
        return local(hosts);
    }

    /** Whether a fleet on these machines runs on this one, on its loopback interface. */
    public static boolean local(List<HostName> hosts) {
        return hosts.equals(List.of(LOCALHOST));
    }

    /** The same with brokers and gateway there. */
    public FleetPlan at(Addresses others) {
        return with(others, binaries, targets, sizing);
    }

    /** The same with PostgreSQL's programs there. */
    public FleetPlan withBinaries(Path bin) {
        return with(addresses(), Optional.of(bin), targets, sizing);
    }

    /** The same with work cut in another way. */
    public FleetPlan withSizing(Sizing other) {
        return with(addresses(), binaries, targets, other);
    }

    /** The same with restores below this folder. */
    public FleetPlan withTargets(Path target) {
        return with(addresses(), binaries, List.of(target), sizing);
    }

    private Addresses addresses() {
        return new Addresses(bootstrapServers, gatewayPort);
    }

    private FleetPlan with(Addresses others, Optional<Path> programs, List<Path> below, Sizing cut) {
        return new FleetPlan(
                folder,
                others.bootstrapServers(),
                prefix,
                replicationFactor,
                hosts,
                others.gatewayPort(),
                instances,
                repository,
                programs,
                below,
                cut);
    }
}
