package io.holdfast.cli.client;

import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.job.JobRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What a command asks of a fleet, over its topics. */
public interface FleetClient extends AutoCloseable {
    /**
     * Sends a job and waits until the fleet has answered.
     *
     * @return the first status of the job
     * @throws io.holdfast.protocol.failure.Permanent when it is rejected, with the reason
     * @throws io.holdfast.protocol.failure.Transient when nobody answers within {@code patience}
     */
    JobStatus submit(JobRequest request, Duration patience);

    /** The latest status of every job that the fleet remembers, newest first. */
    List<JobStatus> jobs();

    /** The latest status of a job. */
    Optional<JobStatus> job(JobId job);

    /** Shows every new status of a job to {@code watcher} until the job has ended, and returns the last one. */
    JobStatus follow(JobId job, Consumer<JobStatus> watcher);

    @Override
    void close();
}
