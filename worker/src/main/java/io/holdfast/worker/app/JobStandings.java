package io.holdfast.worker.app;

import io.holdfast.messaging.follow.StatusFollower;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.JobId;
import io.holdfast.worker.take.Standing;

/** What the statuses of jobs say of orders. */
record JobStandings(StatusFollower statuses) {
    Standing of(JobId job, Attempt attempt) {
        return Standing.of(statuses.current(job), attempt);
    }

    boolean wanted(JobId job, Attempt attempt) {
        return of(job, attempt) == Standing.WANTED;
    }

    boolean ended(JobId job) {
        return statuses.current(job).map(status -> status.state().terminal()).orElse(false);
    }
}
