package io.holdfast.cli.command;

import io.holdfast.cli.CliFailure;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.JobId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "job",
        description = "Shows one job; its exit code is the job's.",
        footer = {"", "Examples:", "  holdfast job 01JDXZ5Q2T8V3W4X5Y6Z7A8B9C --follow"})
final class JobCommand implements Callable<Integer> {
    @ParentCommand
    Holdfast holdfast;

    @Mixin
    ClientOptions client;

    @Parameters(paramLabel = "ID", description = "The job's id.")
    JobId id;

    @Option(
            names = {"-f", "--follow"},
            description = "Show progress until the job has ended.")
    boolean follow;

    @Override
    public Integer call() {
        try (var fleet = holdfast.fleet(client.file())) {
            JobStatus status = fleet.job(id)
                    .orElseThrow(() -> new Permanent(CliFailure.UNKNOWN_JOB, "the fleet knows no job " + id));
            Results results = client.results(holdfast.screen());
            if (follow) {
                return new Submission(results, fleet).follow(status);
            }
            results.job(status);
            return Submission.exitCode(status);
        }
    }
}
