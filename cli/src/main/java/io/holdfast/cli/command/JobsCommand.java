package io.holdfast.cli.command;

import io.holdfast.protocol.id.InstanceName;
import io.holdfast.runtime.process.ExitCode;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "jobs",
        description = "Lists jobs, newest first.",
        footer = {"", "Examples:", "  holdfast jobs", "  holdfast jobs --instance main --json"})
final class JobsCommand implements Callable<Integer> {
    @ParentCommand
    Holdfast holdfast;

    @Mixin
    ClientOptions client;

    @Option(names = "--instance", paramLabel = "NAME", description = "Only jobs of this instance.")
    @Nullable
    InstanceName instance;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            converter = OptionTypes.AtLeastOne.class,
            description = "At most so many (default 50).")
    int limit;

    @Override
    public Integer call() {
        try (var fleet = holdfast.fleet(client.file())) {
            client.results(holdfast.screen())
                    .jobs(fleet.jobs().stream()
                            .filter(job -> instance == null || job.instance().equals(instance))
                            .limit(limit)
                            .toList());
        }
        return ExitCode.OK.number();
    }
}
