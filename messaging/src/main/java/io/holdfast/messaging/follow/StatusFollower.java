package io.holdfast.messaging.follow;

import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.JobId;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The latest status of every job, in memory. Of the jobs that ended only the newest are kept. */
public final class StatusFollower implements AutoCloseable {
    /** How many ended jobs are remembered. */
    public static final int ENDED_JOBS = 20_000;

    private static final Comparator<JobStatus> FORWARD =
            Comparator.comparing(JobStatus::attempt).thenComparing(JobStatus::state);

    private final Map<JobId, JobStatus> jobs = new ConcurrentHashMap<>();
    private final List<Consumer<JobStatus>> listeners = new CopyOnWriteArrayList<>();
    private final int mostEnded;
    private final Follower<JobStatus> follower;

    private StatusFollower(FollowSettings settings, int mostEnded) {
        this.mostEnded = mostEnded;
        this.follower = Follower.start(settings, Codecs.JOB_STATUS, new Listener());
    }

    /** Follows the statuses of all jobs from the beginning. */
    public static StatusFollower start(KafkaSettings kafka, String clientId, Topics topics) {
        return new StatusFollower(FollowSettings.all(kafka, clientId, topics.jobStatus()), ENDED_JOBS);
    }

    /** The same with another bound for ended jobs. */
    public static StatusFollower start(KafkaSettings kafka, String clientId, Topics topics, int mostEnded) {
        return new StatusFollower(FollowSettings.all(kafka, clientId, topics.jobStatus()), mostEnded);
    }

    /** The latest status of a job; empty when nothing was heard of it, or it ended long ago. */
    public Optional<JobStatus> current(JobId job) {
        return Optional.ofNullable(jobs.get(job));
    }

    /** The latest status of every job that is remembered, newest job first. */
    public List<JobStatus> all() {
        return jobs.values().stream()
                .sorted(Comparator.comparing((JobStatus status) -> status.id().text())
                        .reversed())
                .toList();
    }

    /** Hears every change from now on, on the follower's thread, until the returned handle is closed. */
    public Subscription listen(Consumer<JobStatus> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Returns when all statuses of before the start are known; fails as {@link Follower#awaitCaughtUp} does. */
    public void awaitCaughtUp(Duration most) {
        follower.awaitCaughtUp(most);
    }

    /** Whether there is a connection to a broker. */
    public boolean connected() {
        return follower.connected();
    }

    @Override
    public void close() {
        follower.close();
    }

    /** Ends a listener. */
    @FunctionalInterface
    public interface Subscription extends AutoCloseable {
        @Override
        void close();
    }

    private final class Listener implements FollowListener<JobStatus> {
        @Override
        public void record(String key, JobStatus status) {
            JobStatus known = jobs.get(status.id());
            if (known != null && FORWARD.compare(status, known) < 0) {
                return;
            }
            jobs.put(status.id(), status);
            listeners.forEach(listener -> listener.accept(status));
            if (jobs.size() > mostEnded + mostEnded / 10 + 1) {
                forget();
            }
        }

        @Override
        public void deleted(String key) {
            jobs.keySet().removeIf(job -> job.text().equals(key));
        }
    }

    private void forget() {
        List<JobStatus> ended = jobs.values().stream()
                .filter(status -> status.state().terminal())
                .sorted(Comparator.comparing(JobStatus::updated))
                .toList();
        ended.stream().limit(Math.max(0, ended.size() - mostEnded)).forEach(status -> jobs.remove(status.id()));
    }
}
