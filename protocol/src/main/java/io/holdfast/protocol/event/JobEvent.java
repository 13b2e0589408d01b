package io.holdfast.protocol.event;

import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.MemberId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a job: the record in the topic of job events.
 *
 * @param instance null only where a request could not be read
 * @param member who says so
 */
public record JobEvent(
        int v,
        JobId job,
        @Nullable InstanceName instance,
        Attempt attempt,
        MemberId member,
        Instant at,
        Happening what) {
    /** An event of today's version. */
    public static JobEvent of(
            JobId job, InstanceName instance, Attempt attempt, MemberId member, Instant at, Happening what) {
        return new JobEvent(1, job, instance, attempt, member, at, what);
    }
}
