package io.holdfast.cli.command;

import io.holdfast.cli.client.JobIds;
import io.holdfast.protocol.id.JobId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that sends a job. */
final class JobOptions {
    @Option(
            names = "--id",
            paramLabel = "ULID",
            description = "The job's id; sending the same id again is the same job (default: a new one).")
    @Nullable
    JobId id;

    @Option(names = "--detach", description = "Return as soon as the job is accepted.")
    boolean detach;

    JobId jobId() {
        return id == null ? JobIds.next() : id;
    }

    Submission.Wait waiting() {
        return detach ? Submission.Wait.FOR_THE_ANSWER : Submission.Wait.TO_THE_END;
    }
}
