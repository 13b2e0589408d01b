package io.holdfast.cli.command;

import io.holdfast.cli.platform.FleetFolder;
import io.holdfast.cli.platform.FleetPlan;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.TopicPrefix;
import io.holdfast.runtime.config.SecretRef;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.process.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
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
            defaultValue = "localhost:9092",
            description = "Kafka's brokers (default localhost:9092).")
    String servers;

    @Option(
            names = "--topic-prefix",
            paramLabel = "NAME",
            defaultValue = "holdfast",
            description = "What all topic names begin with; names the site (default holdfast).")
    String prefix;

    @Option(
            names = "--replication-factor",
            paramLabel = "N",
            defaultValue = "3",
            description = "Copies of every topic; 1 only for a single broker (default 3).")
    int replication;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description =
                    "A machine of the fleet, for certificates; the first is the gateway's; may be repeated (default localhost).")
    @Nullable
    List<String> hosts;

    @Option(
            names = "--gateway-port",
            paramLabel = "PORT",
            defaultValue = "8443",
            description = "The gateway's port (default 8443).")
    int gatewayPort;

    @Option(
            names = "--instance",
            paramLabel = "NAME=HOST[:PORT]",
            description = "A database to back up; may be repeated.")
    @Nullable
    Map<String, String> instances;

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
    String passphrase;

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
        if (passphrase == null) {
            return FleetFolder.create(plan());
        }
        SecretRef reference = SecretRef.parse(passphrase);
        // Processes run elsewhere than here.
        SecretRef absolute = reference.scheme() == SecretRef.Scheme.FILE
                ? SecretRef.file(Path.of(reference.location()).toAbsolutePath())
                : reference;
        return FleetFolder.create(plan(), absolute, SecretResolver.of(holdfast.env()));
    }

    private List<String> steps(FleetFolder fleet) {
        List<String> steps = new ArrayList<>();
        steps.add("Keep " + fleet.root().resolve("tls/ca.key") + " and copies of "
                + (passphrase == null ? fleet.storeKey().toString() : "the passphrase") + " and " + fleet.store()
                + " off these machines.");
        if (repository != null) {
            steps.add("As the user of the workers, where it is mounted: holdfast repository create "
                    + plan().repository());
        }
        for (InstanceName instance : databases().keySet()) {
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
                servers,
                TopicPrefix.parse(prefix),
                replication,
                hosts == null ? List.of("localhost") : hosts,
                gatewayPort,
                databases(),
                repository == null ? root.resolve("repository") : repository,
                Optional.empty(),
                targets,
                FleetPlan.Sizing.USUAL);
    }

    private Map<InstanceName, FleetPlan.Database> databases() {
        Map<InstanceName, FleetPlan.Database> databases = new LinkedHashMap<>();
        Map<String, String> given = instances == null ? Map.of() : instances;
        given.forEach((text, address) -> {
            InstanceName name = InstanceName.parse(text);
            databases.put(name, database(name, address));
        });
        return databases;
    }

    private FleetPlan.Database database(InstanceName name, String address) {
        int colon = address.lastIndexOf(':');
        String host = colon < 0 ? address : address.substring(0, colon);
        return new FleetPlan.Database(
                host,
                colon < 0 ? POSTGRESQL_PORT : port(address.substring(colon + 1)),
                "holdfast",
                FleetFolder.password(folder, name),
                Optional.empty());
    }

    private static int port(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw Permanent.invalid("an instance is NAME=HOST or NAME=HOST:PORT", text);
        }
    }
}
