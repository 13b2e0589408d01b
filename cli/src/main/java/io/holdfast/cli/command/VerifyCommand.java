package io.holdfast.cli.command;

import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.job.VerifyDepth;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "verify",
        description = "Checks a backup set where it lies.",
        footer = {
            "",
            "Examples:",
            "  holdfast verify main",
            "  holdfast verify main --set 01JDXZ5Q2T8V3W4X5Y6Z7A8B9C-1 --depth chunks"
        })
final class VerifyCommand implements Callable<Integer> {
    @ParentCommand
    Holdfast holdfast;

    @Mixin
    ClientOptions client;

    @Mixin
    JobOptions job;

    @Parameters(paramLabel = "INSTANCE", description = "The instance that was backed up.")
    InstanceName instance;

    @Option(names = "--set", paramLabel = "ID", description = "The set (default: the instance's latest).")
    @Nullable
    SetId set;

    @Option(
            names = "--depth",
            paramLabel = "HOW",
            description =
                    "roots (default): every byte against the signed roots, without a key; chunks: also every chunk opens.")
    @Nullable
    VerifyDepth depth;

    @Override
    public Integer call() {
        JobRequest request = new JobRequest.Verify(1, job.jobId(), instance, set, depth);
        try (var fleet = holdfast.fleet(client.file())) {
            return new Submission(client.results(holdfast.screen()), fleet).run(request, job.waiting());
        }
    }
}
