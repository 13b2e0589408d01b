package io.holdfast.cli.command;

import io.holdfast.catalog.CatalogEntry;
import io.holdfast.catalog.CatalogReader;
import io.holdfast.catalog.ManifestChain;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.runtime.process.ExitCode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "sets",
        description = "Lists complete backup sets, newest first.",
        footer = {"", "Examples:", "  holdfast sets", "  holdfast sets --instance main --json"})
final class SetsCommand implements Callable<Integer> {
    @ParentCommand
    Holdfast holdfast;

    @Mixin
    ClientOptions client;

    @Option(names = "--instance", paramLabel = "NAME", description = "Only sets of this instance.")
    @Nullable
    InstanceName instance;

    @Override
    public Integer call() {
        try (CatalogReader catalog = holdfast.catalog(client.file())) {
            List<CatalogEntry> all = catalog.sets();
            List<CatalogEntry> sets = all.stream()
                    .filter(set -> instance == null || set.body().instance().equals(instance))
                    .toList();
            client.results(holdfast.screen()).sets(sets, ManifestChain.gaps(all));
            Map<String, FailureReport> refused = catalog.refused();
            refused.forEach((key, failure) -> holdfast.screen()
                    .say("refused: catalog record " + key + ": " + failure.message() + " (" + failure.code() + ")"));
            return refused.isEmpty() ? ExitCode.OK.number() : ExitCode.CORRUPT.number();
        }
    }
}
