package io.holdfast.coordinator.ledger;

import io.holdfast.protocol.event.JobEvent;

/** How one kind of job runs, from OPENING on. */
sealed interface Course permits BackupCourse, RewrapCourse, VerifyCourse, RestoreCourse {
    /** The job, now OPENING in a new attempt, begins: orders go out. */
    void begin(Draft draft, Row.Job job);

    /** A report of the job's present attempt came; the job is between OPENING and its end. */
    void hear(Draft draft, Row.Job job, JobEvent event);

    /** Time has passed; the job is between OPENING and its end. */
    void tick(Draft draft, Row.Job job);
}
