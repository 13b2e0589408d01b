package io.holdfast.worker.take;

import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.Attempt;
import java.util.Optional;

/** Whether an order of an attempt of a job still counts. */
public enum Standing {
    /** It does, as far as this process knows. */
    WANTED("wanted"),
    /** A newer attempt runs. */
    SUPERSEDED("a newer attempt of the job runs"),
    /** The job has ended. */
    ENDED("the job has ended");

    private final String reason;

    Standing(String reason) {
        this.reason = reason;
    }

    /** In words, for the log. */
    public String reason() {
        return reason;
    }

    /**
     * Decides by the latest status. An order may overtake its job's status on the way here, so that one without a status
     * counts.
     */
    public static Standing of(Optional<JobStatus> status, Attempt attempt) {
        if (status.isEmpty()) {
            return WANTED;
        }
        JobStatus latest = status.get();
        if (latest.state().terminal()) {
            return ENDED;
        }
        return latest.attempt().compareTo(attempt) > 0 ? SUPERSEDED : WANTED;
    }
}
