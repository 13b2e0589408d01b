package io.holdfast.coordinator.io;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.messaging.send.KafkaFailures;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.runtime.health.Health;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ledger, running: this member's share of the instances. */
public final class JobStreams implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobStreams.class);
    private static final Duration CLOSE = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final KafkaStreams streams;
    private final CountDownLatch running = new CountDownLatch(1);

    private JobStreams(KafkaStreams streams) {
        this.streams = streams;
    }

    /** Starts, and returns at once; see {@link #awaitRunning}. */
    public static JobStreams start(StreamsSettings settings, JobTopology topology) {
        try {
            JobStreams jobs = new JobStreams(new KafkaStreams(topology.build(), settings.properties()));
            jobs.streams.setStateListener((now, before) -> {
                LOG.debug("ledger: {} after {}", now, before);
                if (now == KafkaStreams.State.RUNNING) {
                    jobs.running.countDown();
                }
            });
            jobs.streams.setUncaughtExceptionHandler(JobStreams::replace);
            jobs.streams.start();
            return jobs;
        } catch (KafkaException e) {
            throw KafkaFailures.of("starting the ledger at " + settings.kafka().bootstrapServers(), e);
        }
    }

    /** A thread that ends by an exception is replaced after a pause; its state and its place are as of the last commit. */
    private static StreamThreadExceptionResponse replace(Throwable failure) {
        LOG.error("a thread of the ledger ended and is replaced", failure);
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    /** Returns once this member takes part; a {@link Transient} after {@code most}. */
    public void awaitRunning(Duration most) throws InterruptedException {
        if (!running.await(most.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new Transient(
                    CoordinatorFailure.LEDGER_NOT_RUNNING,
                    "the ledger is " + streams.state() + " after " + most.toSeconds() + " s");
        }
    }

    /** How it is. */
    public Health health() {
        KafkaStreams.State state = streams.state();
        return state.isRunningOrRebalancing() ? Health.up(state.name()) : Health.down(state.name());
    }

    /** Leaves the group, so that others take over at once. */
    @Override
    public void close() {
        boolean closed = streams.close(CloseOptions.timeout(CLOSE)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
        if (!closed) {
            LOG.warn("the ledger did not close within {} s", CLOSE.toSeconds());
        }
    }
}
