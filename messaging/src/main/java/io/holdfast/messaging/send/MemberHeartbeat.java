package io.holdfast.messaging.send;

import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.event.MemberStatus;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.id.MemberId;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says every few seconds that a member is up, and takes it back at the end. The producer stays the caller's to close. */
public final class MemberHeartbeat implements AutoCloseable {
    /** How often a member says so; one that was silent for three times as long is gone. */
    public static final Duration EVERY = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(MemberHeartbeat.class);

    private final RecordProducer producer;
    private final Topics topics;
    private final MemberId member;
    private final ScheduledExecutorService ticks;

    private MemberHeartbeat(RecordProducer producer, Topics topics, MemberId member) {
        this.producer = producer;
        this.topics = topics;
        this.member = member;
        this.ticks = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("member-heartbeat").daemon().factory());
    }

    /** Begins at once; {@code status} is asked each time. A broker that is away is no failure: the next beat tells again. */
    public static MemberHeartbeat start(
            RecordProducer producer, Topics topics, MemberId member, Supplier<MemberStatus> status) {
        MemberHeartbeat heartbeat = new MemberHeartbeat(producer, topics, member);
        Future<?> unused = heartbeat.ticks.scheduleAtFixedRate(
                () -> heartbeat.beat(status), 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
        return heartbeat;
    }

    private void beat(Supplier<MemberStatus> status) {
        try {
            var unused = producer.post(topics.members(), member.text(), Codecs.MEMBER_STATUS, status.get())
                    .whenComplete((position, error) -> {
                        if (error != null) {
                            LOG.debug("{}: {}", member, error.getMessage());
                        }
                    });
        } catch (Failure e) {
            LOG.debug("{}: {}", member, e.what());
        }
    }

    @Override
    public void close() {
        ticks.shutdownNow();
        try {
            if (ticks.awaitTermination(1, TimeUnit.SECONDS)) {
                producer.post(topics.members(), member.text(), null).get(2, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
            LOG.debug("{} could not say that it ends", member, e);
        }
    }
}
