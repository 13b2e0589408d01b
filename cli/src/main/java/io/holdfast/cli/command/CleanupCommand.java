package io.holdfast.cli.command;

import io.holdfast.catalog.CatalogReader;
import io.holdfast.catalog.Leftovers;
import io.holdfast.cli.client.ClientConfig;
import io.holdfast.cli.client.JobIds;
import io.holdfast.cli.client.TopicFleetClient;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.repository.Repository;
import io.holdfast.runtime.process.ExitCode;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "cleanup",
        description = {
            "Removes what failed and cancelled attempts have left in repositories.",
            "Never touches a complete set, a running job, or a set whose job is not known here."
        },
        footer = {
            "",
            "Examples:",
            "  holdfast cleanup --dry-run",
            "  holdfast cleanup --repository main",
            "  holdfast cleanup --json"
        })
final class CleanupCommand implements Callable<Integer> {
    @ParentCommand
    Holdfast holdfast;

    @Mixin
    ClientOptions client;

    @Option(
            names = "--repository",
            paramLabel = "NAME",
            description = "Only this repository of the client's configuration; may be repeated (default: all).")
    @Nullable
    List<RepositoryName> repositories;

    @Option(names = "--dry-run", description = "Only say what would be removed.")
    boolean dryRun;

    /**
     * A set in a repository and what became of it.
     *
     * @param removed whether it was removed just now
     */
    record Found(RepositoryName repository, SetId set, Leftovers.Kind kind, boolean removed) {}

    @Override
    public Integer call() {
        ClientConfig config = holdfast.config(client.file());
        List<Found> all = new ArrayList<>();
        try (CatalogReader catalog = holdfast.catalog(client.file());
                TopicFleetClient fleet = TopicFleetClient.connect(config, holdfast.env())) {
            Leftovers.Known known = known(fleet, catalog);
            for (RepositoryName name : names(config)) {
                try (Repository repository = config.open(name, holdfast.env())) {
                    all.addAll(clean(repository, known));
                }
            }
        }
        client.results(holdfast.screen()).cleaned(all);
        return ExitCode.OK.number();
    }

    private Set<RepositoryName> names(ClientConfig config) {
        Set<RepositoryName> names = new TreeSet<>((one, other) -> one.text().compareTo(other.text()));
        if (repositories == null) {
            names.addAll(config.repositories().keySet());
        } else {
            names.addAll(repositories);
        }
        return names;
    }

    private List<Found> clean(Repository repository, Leftovers.Known known) {
        List<Found> found = new ArrayList<>();
        Map<SetId, Leftovers.Kind> kinds =
                Leftovers.find(repository, known, Clock.systemUTC().instant());
        kinds.forEach((set, kind) -> {
            boolean remove = kind == Leftovers.Kind.LEFT_OVER && !dryRun;
            if (remove) {
                holdfast.screen().say("removing " + set + " from " + repository.name() + " …");
                repository.dropSet(set);
            }
            found.add(new Found(repository.name(), set, kind, remove));
        });
        return found;
    }

    private static Leftovers.Known known(TopicFleetClient fleet, CatalogReader catalog) {
        return new Leftovers.Known() {
            @Override
            public Optional<JobStatus> status(SetId set) {
                return fleet.job(set.job());
            }

            @Override
            public boolean catalogued(SetId set) {
                return catalog.set(set).isPresent()
                        || catalog.refused().keySet().stream().anyMatch(key -> key.startsWith(set.text()));
            }

            @Override
            public Instant made(SetId set) {
                return JobIds.made(set.job());
            }
        };
    }
}
