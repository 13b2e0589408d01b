package io.holdfast.cli.command;

import io.holdfast.catalog.CatalogEntry;
import io.holdfast.catalog.CatalogReader;
import io.holdfast.catalog.ManifestChain;
import io.holdfast.cli.CliFailure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.SetId;
import io.holdfast.runtime.process.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "set",
        description = "Shows one backup set.",
        footer = {"", "Examples:", "  holdfast set 01JDXZ5Q2T8V3W4X5Y6Z7A8B9C-1"})
final class SetCommand implements Callable<Integer> {
    @ParentCommand
    Holdfast holdfast;

    @Mixin
    ClientOptions client;

    @Parameters(paramLabel = "ID", description = "The set's id.")
    SetId set;

    @Override
    public Integer call() {
        try (CatalogReader catalog = holdfast.catalog(client.file())) {
            CatalogEntry entry = catalog.set(set)
                    .orElseThrow(() -> new Permanent(CliFailure.UNKNOWN_SET, "the catalog has no set " + set));
            client.results(holdfast.screen())
                    .set(
                            entry,
                            ManifestChain.gaps(catalog.sets(entry.body().instance()))
                                    .get(set));
        }
        return ExitCode.OK.number();
    }
}
