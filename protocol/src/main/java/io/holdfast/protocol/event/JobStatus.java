package io.holdfast.protocol.event;

import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.JobKind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The latest state of a job: the record in the compacted topic of statuses. Ordered by (attempt, state).
 *
 * @param set what a backup makes, or what a restore or verification reads; null until it is known
 * @param suite what the set is sealed with; null until it is known
 * @param note what else is worth a line on a screen, such as "3 of 9 encryptors proven"
 * @param failure why it FAILED, or why the attempt before this one did
 * @param warning what speaks against the suite or the encryptors; null where nothing does
 */
public record JobStatus(
        int v,
        JobId id,
        JobKind kind,
        InstanceName instance,
        Attempt attempt,
        JobState state,
        @Nullable SetId set,
        @Nullable Suite suite,
        Progress progress,
        Instant submitted,
        Instant updated,
        @Nullable FailureReport failure,
        @Nullable String note,
        @Nullable String warning) {}
