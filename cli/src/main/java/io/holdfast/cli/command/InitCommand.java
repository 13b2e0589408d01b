package io.holdfast.cli.command;

import io.holdfast.cli.platform.FleetFolder;
import io.holdfast.cli.platform.FleetPlan;
import io.holdfast.cli.platform.HostAddress;
import io.holdfast.cli.platform.HostName;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.TopicPrefix;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.process.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "init",
        description =
                "Makes a fleet in a folder: certificates, a sealed store of keys, one configuration file for each process.",
        footer = {
            "",
            "Examples:",
            "  holdfast init fleet --bootstrap-servers kafka-1:9092 --host gateway.example --instance main=db-1:5432",
            "  holdfast init fleet --replication-factor 1 --instance main=localhost:5432",
            "  holdfast init fleet --passphrase file:/etc/holdfast/passphrase --targets /srv/postgresql"
        })
final class InitCommand implements Callable<Integer> {
    private static final int POSTGRESQL_PORT = 5432;

    @ParentCommand
    Holdfast holdfast;

    @Parameters(paramLabel = "DIR", description = "The folder to make; one that holds a fleet is refused.")
    Path folder;

    @Option(
            names = "--bootstrap-servers",
            paramLabel = "HOST:PORT",
            split = ",",
            defaultValue = "localhost:9092",
            description = "Kafka's brokers (default localhost:9092).")
    List<HostAddress> servers;

    @Option(
            names = "--topic-prefix",
            paramLabel = "NAME",
            defaultValue = "holdfast",
            description = "What all topic names begin with; names the site (default holdfast).")
    TopicPrefix prefix;

    @Option(
            names = "--replication-factor",
            paramLabel = "N",
            defaultValue = "3",
            converter = OptionTypes.Copies.class,
            description = "Copies of every topic; 1 only for a single broker (default 3).")
    int replication;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description =
                    "A machine of the fleet, for certificates; the first is the gateway's; may be repeated (default localhost).")
    @Nullable
    List<HostName> hosts;

    @Option(
            names = "--gateway-port",
            paramLabel = "PORT",
            defaultValue = "8443",
            converter = OptionTypes.Port.class,
            description = "The gateway's port (default 8443).")
    int gatewayPort;

    @Option(
            names = "--instance",
            paramLabel = "NAME=HOST[:PORT]",
            description = "A database to back up; may be repeated.")
    @Nullable
    List<InstanceAddress> instances;

    @Option(
            names = "--repository",
            paramLabel = "DIR",
            description = "The folder of the repository main (default: repository in the fleet's folder).")
    @Nullable
    Path repository;

    @Option(
            names = "--passphrase",
            paramLabel = "REF",
            description =
                    "Unlock the sealed store by this passphrase, 12 characters or more, given by reference: env:NAME or file:/path"
                            + " (default: by a new key file).")
    @Nullable
    SecretRef passphrase;

    @Option(
            names = "--targets",
            paramLabel = "DIR",
            split = ",",
            defaultValue = "/srv/postgresql",
            description = "The folders that jobs may restore to, on the agent's host (default /srv/postgresql).")
    List<Path> targets;

    @Override
    public Integer call() {
        FleetFolder fleet = create();
        var screen = holdfast.screen();
        screen.result("A fleet was made in " + fleet.root() + ".");
        screen.result("");
        screen.result("What to do next:");
        List<String> steps = steps(fleet);
        for (int i = 0; i < steps.size(); i++) {
            screen.result("  " + (i + 1) + ". " + steps.get(i));
        }
        return ExitCode.OK.number();
    }

    private FleetFolder create() {
        new InitAddresses(servers, hosts(), gatewayPort, databases()).refuseUnfit();
        InitAddresses.refuseUnfitTargets(targets);
        SecretRef reference = passphrase;
        if (reference == null) {
            return FleetFolder.create(plan());
        }
        // Processes run elsewhere than here.
        SecretRef absolute = reference.scheme() == SecretRef.Scheme.FILE
                ? SecretRef.file(Path.of(reference.location()).toAbsolutePath())
                : reference;
        return FleetFolder.create(plan(), absolute, SecretResolver.of(holdfast.env()));
    }

    private List<String> steps(FleetFolder fleet) {
        List<String> steps = new ArrayList<>();
        steps.add("Keep " + fleet.root().resolve("tls/ca.key") + ", tls/key-admin.key and copies of "
                + (passphrase == null ? fleet.storeKey().toString() : "the passphrase") + " and " + fleet.store()
                + " off these machines.");
        if (repository != null) {
            steps.add("As the user of the workers, where it is mounted: holdfast repository create "
                    + plan().repository());
        }
        for (InstanceAddress database : databases()) {
            InstanceName instance = database.name();
            steps.add("Make the role of docs/postgresql-role.md on " + instance + ", and put its password into "
                    + FleetFolder.password(fleet.root(), instance) + " (mode 600).");
        }
        steps.add("holdfast config check coordinator " + fleet.config("coordinator") + " (and the others)");
        steps.add("holdfast run gateway --config " + fleet.config("gateway") + " (then coordinator, worker, agent)");
        return steps;
    }

    private FleetPlan plan() {
        Path root = folder.toAbsolutePath();
        return new FleetPlan(
                root,
                servers.stream().map(HostAddress::toString).collect(Collectors.joining(",")),
                prefix,
                replication,
                hosts(),
                gatewayPort,
                databases().stream().collect(Collectors.toMap(InstanceAddress::name, this::database)),
                repository == null ? root.resolve("repository") : repository,
                Optional.empty(),
                targets,
                FleetPlan.Sizing.USUAL);
    }

    private List<HostName> hosts() {
        return hosts == null ? List.of(HostName.parse("localhost")) : hosts;
    }

    /** Each with its port. */
    private List<InstanceAddress> databases() {
        List<InstanceAddress> given = instances == null ? List.of() : instances;
        return given.stream()
                .map(one -> new InstanceAddress(
                        one.name(),
                        new HostAddress(
                                one.address().host(),
                                OptionalInt.of(one.address().port().orElse(POSTGRESQL_PORT)))))
                .toList();
    }

    private FleetPlan.Database database(InstanceAddress instance) {
        return new FleetPlan.Database(
                instance.address().host().text(),
                instance.address().port().orElse(POSTGRESQL_PORT),
                "holdfast",
                FleetFolder.password(folder, instance.name()),
                Optional.empty());
    }
}
