package io.holdfast.cli.command;

import io.holdfast.cli.platform.FleetFolder;
import io.holdfast.cli.platform.HostAddress;
import io.holdfast.cli.platform.HostName;
import io.holdfast.protocol.id.InstanceName;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Where the parts of a new fleet listen. What a process would refuse later, or what could never be reached, is refused before
 * anything is made.
 *
 * @param brokers Kafka's
 * @param hosts of the fleet; the first is the gateway's
 * @param gatewayPort the gateway's
 * @param instances what is backed up; each with its port
 */
record InitAddresses(
        List<HostAddress> brokers, List<HostName> hosts, int gatewayPort, List<InstanceAddress> instances) {
    void refuseUnfit() {
        brokers.stream().filter(broker -> broker.port().isEmpty()).findFirst().ifPresent(broker -> {
            throw Holdfast.usage(
                    "--bootstrap-servers needs a port behind " + broker + ", for example " + broker + ":9092");
        });
        HostName gateway = hosts.getFirst();
        if (gateway.text().contains("_")) {
            throw Holdfast.usage("--host " + gateway + " is the gateway's, and a name with _ cannot stand in its URL");
        }
        Set<InstanceName> names = new HashSet<>();
        for (InstanceAddress instance : instances) {
            if (!names.add(instance.name())) {
                throw Holdfast.usage("--instance " + instance.name() + " is given twice");
            }
        }
        refuseTaken(new HostAddress(gateway, OptionalInt.of(gatewayPort)));
    }

    private void refuseTaken(HostAddress gateway) {
        for (HostAddress broker : brokers) {
            if (broker.same(gateway)) {
                throw Holdfast.usage("--gateway-port and --bootstrap-servers are both " + gateway);
            }
        }
        for (InstanceAddress instance : instances) {
            if (instance.address().same(gateway)) {
                throw Holdfast.usage("--gateway-port and --instance " + instance.name() + " are both " + gateway);
            }
            if (brokers.stream().anyMatch(instance.address()::same)) {
                throw Holdfast.usage(
                        "--bootstrap-servers and --instance " + instance.name() + " are both " + instance.address());
            }
        }
        FleetFolder.healthPorts(hosts).forEach((process, port) -> {
            if (port == gatewayPort) {
                throw Holdfast.usage("--gateway-port " + port + " is where the " + process
                        + " answers for its health in the files that this makes");
            }
        });
    }

    /** What the agent's configuration would refuse. */
    static void refuseUnfitTargets(List<Path> targets) {
        for (Path target : targets) {
            if (target.toAbsolutePath().normalize().getParent() == null) {
                throw Holdfast.usage("--targets names the root of all files, where no job may restore to");
            }
        }
    }
}
