package io.holdfast.cli.show;

import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.event.Progress;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.job.JobKind;
import io.holdfast.protocol.quantity.ByteCount;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Statuses of one backup of the instance shop, submitted at noon. */
final class Jobs {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final long MEBIBYTE = 1024 * 1024;

    private Jobs() {}

    /** The first attempt, so many seconds after noon. */
    static JobStatus at(JobState state, long seconds, Progress progress) {
        return status(new Attempt(1), state, seconds, progress, null);
    }

    /** The second attempt. */
    static JobStatus again(JobState state, long seconds, Progress progress) {
        return status(new Attempt(2), state, seconds, progress, null);
    }

    /** The attempt of this number, which is made because of {@code why}. */
    static JobStatus retried(int attempt, JobState state, FailureReport why) {
        return status(new Attempt(attempt), state, attempt, Progress.NONE, why);
    }

    static JobStatus failed(FailureReport why) {
        return status(new Attempt(1), JobState.FAILED, 9, Progress.NONE, why);
    }

    static Progress mebibytes(long done, long planned) {
        return new Progress(
                1, 2, ByteCount.of(done * MEBIBYTE), ByteCount.of(planned * MEBIBYTE), ByteCount.of(done * MEBIBYTE));
    }

    private static JobStatus status(
            Attempt attempt, JobState state, long seconds, Progress progress, @Nullable FailureReport failure) {
        return new JobStatus(
                1,
                JobId.parse("01JDXZ3V9QW8RT0Y5H2K7M4N6P"),
                JobKind.BACKUP,
                InstanceName.parse("shop"),
                attempt,
                state,
                null,
                null,
                progress,
                NOON,
                NOON.plusSeconds(seconds),
                failure,
                null,
                null);
    }
}
