package io.holdfast.cli.command;

import io.holdfast.cli.client.FleetClient;
import io.holdfast.cli.show.JobProgress;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.runtime.process.ExitCode;
import java.time.Duration;
import java.util.Optional;

/** Sends a job, follows it to its end, and says how it ended. */
record Submission(Results results, FleetClient client) {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Whether a command waits for the end of its job. */
    enum Wait {
        TO_THE_END,
        FOR_THE_ANSWER
    }

    int run(JobRequest request, Wait wait) {
        JobStatus first = client.submit(request, PATIENCE);
        Optional.ofNullable(first.warning())
                .ifPresent(warning -> results.screen().say("warning: " + warning));
        if (wait == Wait.FOR_THE_ANSWER) {
            results.job(first);
            return ExitCode.OK.number();
        }
        results.screen()
                .say("job " + first.id() + " goes on if this is interrupted; holdfast cancel " + first.id()
                        + " ends it");
        return follow(first);
    }

    int follow(JobStatus first) {
        JobStatus end;
        try (JobProgress progress = new JobProgress(results.screen())) {
            end = client.follow(first.id(), progress::show);
        }
        results.job(end);
        return exitCode(end);
    }

    /** Zero for a job that did what was asked, else the code of its failure's kind. */
    static int exitCode(JobStatus job) {
        if (job.state() == JobState.COMPLETE || !job.state().terminal()) {
            return ExitCode.OK.number();
        }
        return ExitCode.ofKind(job.failure() == null ? "" : job.failure().kind())
                .number();
    }
}
