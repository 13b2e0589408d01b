package io.holdfast.cli.command;

import io.holdfast.cli.CliFailure;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.job.JobRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "cancel",
        description = "Ends a job; refused once its manifest is being published.",
        footer = {"", "Examples:", "  holdfast cancel 01JDXZ5Q2T8V3W4X5Y6Z7A8B9C"})
final class CancelCommand implements Callable<Integer> {
    @ParentCommand
    Holdfast holdfast;

    @Mixin
    ClientOptions client;

    @Mixin
    JobOptions job;

    @Parameters(paramLabel = "ID", description = "The id of the job to end.")
    JobId target;

    @Override
    public Integer call() {
        try (var fleet = holdfast.fleet(client.file())) {
            JobStatus status = fleet.job(target)
                    .orElseThrow(() -> new Permanent(CliFailure.UNKNOWN_JOB, "the fleet knows no job " + target));
            JobRequest request = new JobRequest.Cancel(1, job.jobId(), status.instance(), target);
            return new Submission(client.results(holdfast.screen()), fleet).run(request, job.waiting());
        }
    }
}
