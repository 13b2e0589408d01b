package io.holdfast.cli.client;

import io.holdfast.cli.CliFailure;
import io.holdfast.keys.wire.FailureWords;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.follow.EventTail;
import io.holdfast.messaging.follow.FollowSettings;
import io.holdfast.messaging.follow.FollowStart;
import io.holdfast.messaging.follow.Follower;
import io.holdfast.messaging.follow.StatusFollower;
import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.send.RecordProducer;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.job.JobRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** {@link FleetClient} over the topics of one site. */
public final class TopicFleetClient implements FleetClient {
    private static final Duration CATCH_UP = Duration.ofSeconds(30);

    private final KafkaSettings kafka;
    private final Topics topics;
    private final StatusFollower statuses;
    private final RecordProducer producer;

    private TopicFleetClient(KafkaSettings kafka, Topics topics) {
        this.kafka = kafka;
        this.topics = topics;
        this.statuses = StatusFollower.start(kafka, "holdfast-cli", topics);
        try {
            statuses.awaitCaughtUp(CATCH_UP);
            this.producer = RecordProducer.open(kafka, "holdfast-cli");
        } catch (RuntimeException e) {
            statuses.close();
            throw e;
        }
    }

    /** Connects and reads the statuses of all jobs; a broker that cannot be reached is a failure that names it. */
    public static TopicFleetClient connect(ClientConfig config, Map<String, String> env) {
        return new TopicFleetClient(config.brokers(env), config.topics());
    }

    @Override
    public JobStatus submit(JobRequest request, Duration patience) {
        BlockingQueue<JobEvent> answers = new LinkedBlockingQueue<>();
        try (Follower<JobEvent> tail = EventTail.of(answersFromNowOn(), request.id(), answers::add)) {
            tail.awaitCaughtUp(CATCH_UP);
            producer.send(topics.jobs(), request.id().text(), Codecs.JOB_REQUEST, request);
            awaitAnswer(request, answers, patience);
        }
        return awaitStatus(request.id(), patience);
    }

    /** Every request is answered anew, also one that was sent before; the weeks of events before it need not be read. */
    private FollowSettings answersFromNowOn() {
        return EventTail.settings(kafka, "holdfast-cli", topics).from(new FollowStart.End());
    }

    private static void awaitAnswer(JobRequest request, BlockingQueue<JobEvent> answers, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            JobEvent event = take(answers, end - System.nanoTime());
            if (event == null) {
                throw new Transient(
                        CliFailure.NO_ANSWER,
                        "no coordinator has answered job " + request.id() + " within " + patience.toSeconds() + " s");
            }
            switch (event.what()) {
                case Happening.Rejected rejected -> throw FailureWords.failure(rejected.failure());
                case Happening.Accepted accepted -> {
                    return;
                }
                case Happening.Repeated repeated -> {
                    return;
                }
                default -> {}
            }
        }
    }

    private JobStatus awaitStatus(JobId job, Duration patience) {
        BlockingQueue<JobStatus> news = new LinkedBlockingQueue<>();
        StatusFollower.Subscription subscription = statuses.listen(news::add);
        try {
            Optional<JobStatus> known = statuses.current(job);
            long end = System.nanoTime() + patience.toNanos();
            while (known.isEmpty()) {
                JobStatus status = take(news, end - System.nanoTime());
                if (status == null) {
                    throw new Transient(CliFailure.NO_ANSWER, "job " + job + " was accepted, but no status of it came");
                }
                known = Optional.of(status).filter(s -> s.id().equals(job));
            }
            return known.get();
        } finally {
            subscription.close();
        }
    }

    @Override
    public List<JobStatus> jobs() {
        return statuses.all();
    }

    @Override
    public Optional<JobStatus> job(JobId job) {
        return statuses.current(job);
    }

    @Override
    public JobStatus follow(JobId job, Consumer<JobStatus> watcher) {
        BlockingQueue<JobStatus> news = new LinkedBlockingQueue<>();
        StatusFollower.Subscription subscription = statuses.listen(status -> {
            if (status.id().equals(job)) {
                news.add(status);
            }
        });
        try {
            statuses.current(job).ifPresent(news::add);
            while (true) {
                JobStatus status = take(news, Duration.ofHours(1).toNanos());
                if (status != null) {
                    watcher.accept(status);
                    if (status.state().terminal()) {
                        return status;
                    }
                }
            }
        } finally {
            subscription.close();
        }
    }

    private static <T> @Nullable T take(BlockingQueue<T> queue, long nanos) {
        try {
            return queue.poll(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Transient(CliFailure.NO_ANSWER, "waiting for the fleet was interrupted", e);
        }
    }

    @Override
    public void close() {
        producer.close();
        statuses.close();
    }
}
