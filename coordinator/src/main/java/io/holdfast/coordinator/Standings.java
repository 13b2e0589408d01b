package io.holdfast.coordinator;

import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.JobId;
import org.jspecify.annotations.Nullable;

/** Tells where attempts of jobs stand; what it says may be a little behind. */
public interface Standings {
    /** Where an attempt stands. */
    Standing of(JobId job, Attempt attempt);

    /** What a job's latest status says of one of its attempts. */
    static Standing of(@Nullable JobStatus latest, Attempt attempt) {
        if (latest == null) {
            return Standing.UNKNOWN;
        }
        if (latest.state().terminal()) {
            return Standing.ENDED;
        }
        int compared = latest.attempt().compareTo(attempt);
        if (compared != 0) {
            return compared < 0 ? Standing.UNKNOWN : Standing.SUPERSEDED;
        }
        return switch (latest.state()) {
            case ACCEPTED, OPENING -> Standing.OPENING;
            case RUNNING -> Standing.RUNNING;
            case CLOSING -> Standing.CLOSING;
            case INDEXING, PUBLISHING -> Standing.SEALED;
            case COMPLETE, FAILED, CANCELLED -> Standing.ENDED;
        };
    }
}
