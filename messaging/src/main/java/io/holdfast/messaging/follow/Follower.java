package io.holdfast.messaging.follow;

import io.holdfast.messaging.MessagingFailure;
import io.holdfast.messaging.codec.JsonCodec;
import io.holdfast.messaging.send.ConnectionWatch;
import io.holdfast.messaging.send.KafkaFailures;
import io.holdfast.messaging.topic.BrokerFeatures;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Reads a topic from a place on, for ever, without a group, each record once, over broker restarts. A hole is told, never
 * jumped over in silence.
 *
 * @param <T> the record
 */
public final class Follower<T> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Follower.class);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final long LEAST_PAUSE_MS = 250;
    private static final long MOST_PAUSE_MS = 10_000;

    private final FollowSettings settings;
    private final Delivery<T> delivery;
    private final FollowListener<T> listener;
    private final Places places;
    private final CountDownLatch caughtUp = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private volatile @Nullable Failure failure;
    private final ConnectionWatch connection;
    private volatile @Nullable Consumer<byte[], byte[]> current;

    private Follower(FollowSettings settings, JsonCodec<T> codec, FollowListener<T> listener) {
        this.settings = settings;
        this.connection = ConnectionWatch.of(settings.kafka());
        this.listener = listener;
        this.delivery = new Delivery<>(settings, codec, listener);
        this.places = new Places(settings.topic(), settings.start());
        this.thread =
                Thread.ofPlatform().name("follow-" + settings.topic()).daemon().unstarted(this::run);
    }

    /** Starts to follow. A broker that is away is waited for; see {@link #awaitCaughtUp}. */
    public static <T> Follower<T> start(FollowSettings settings, JsonCodec<T> codec, FollowListener<T> listener) {
        Follower<T> follower = new Follower<>(settings, codec, listener);
        follower.thread.start();
        return follower;
    }

    /**
     * Returns when the listener has heard all that was there when following began.
     *
     * @throws Denied when the brokers refuse this process, as soon as that is known
     * @throws Permanent when a setting is wrong, as soon as that is known
     * @throws Transient when it takes longer than {@code most}
     */
    public void awaitCaughtUp(Duration most) {
        long turns = Math.max(1, most.toMillis() / 50);
        for (long turn = 0; turn < turns; turn++) {
            if (await(caughtUp, 50)) {
                return;
            }
            Failure known = failure;
            if (known instanceof Denied || known instanceof Permanent) {
                throw known;
            }
        }
        Failure known = failure;
        throw new Transient(
                known == null ? MessagingFailure.BROKER_UNREACHABLE : known.code(),
                "topic " + settings.topic() + " at " + settings.kafka().bootstrapServers()
                        + " could not be read to its end in " + most.toSeconds() + " s"
                        + (known == null ? "" : ": " + known.what()));
    }

    /** Whether all that was there when following began has been heard. */
    public boolean isCaughtUp() {
        return caughtUp.getCount() == 0;
    }

    /** Whether there is a connection to a broker. */
    public boolean connected() {
        return connection.connected();
    }

    private void run() {
        long pause = LEAST_PAUSE_MS;
        while (closing.getCount() > 0) {
            try (Consumer<byte[], byte[]> consumer = open()) {
                current = consumer;
                places.assign(consumer);
                while (closing.getCount() > 0) {
                    int records = turn(consumer);
                    failure = null;
                    if (records > 0) {
                        connection.brought();
                    } else {
                        connection.polled(consumer.metrics());
                    }
                    pause = LEAST_PAUSE_MS;
                }
            } catch (WakeupException e) {
                LOG.trace("closing", e);
            } catch (RuntimeException e) {
                // Also a defect must not end the following for good while its process seems well.
                Failure what = explained(KafkaFailures.of(
                        "following " + settings.topic() + " at "
                                + settings.kafka().bootstrapServers(),
                        e));
                failure = what;
                connection.failed(what);
                LOG.atLevel(pause == LEAST_PAUSE_MS ? Level.WARN : Level.DEBUG)
                        .log("{} (again and again from now on)", what.what());
                LOG.debug("following {}", settings.topic(), e);
                boolean unused = await(closing, pause);
                pause = Math.min(MOST_PAUSE_MS, pause * 2);
            }
        }
    }

    /** No coordinator makes topics at brokers without share groups: then waiting for them is in vain. */
    private Failure explained(Failure what) {
        if (what.code() == MessagingFailure.TOPIC_MISSING) {
            try {
                BrokerFeatures.requireShareGroups(settings.kafka(), settings.clientId());
            } catch (Permanent incapable) {
                return incapable;
            } catch (Failure unknown) {
                LOG.debug("what the brokers can do is not known", unknown);
            }
        }
        return what;
    }

    private int turn(Consumer<byte[], byte[]> consumer) {
        ConsumerRecords<byte[], byte[]> records = places.poll(consumer, POLL, listener);
        for (ConsumerRecord<byte[], byte[]> record : records) {
            delivery.deliver(record);
            places.heard(record);
        }
        if (caughtUp.getCount() > 0 && places.caughtUp(consumer)) {
            listener.caughtUp();
            caughtUp.countDown();
        }
        return records.count();
    }

    private Consumer<byte[], byte[]> open() {
        return new KafkaConsumer<>(
                settings.kafka().consumer(settings.clientId()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    private static boolean await(CountDownLatch latch, long millis) {
        try {
            return latch.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Transient(MessagingFailure.BROKER_UNREACHABLE, "waiting for a topic was interrupted", e);
        }
    }

    /** Stops following; the listener hears nothing more once this returns. */
    @Override
    public void close() {
        closing.countDown();
        Consumer<byte[], byte[]> consumer = current;
        if (consumer != null) {
            consumer.wakeup();
        }
        try {
            if (Thread.currentThread() != thread) {
                thread.join(Duration.ofSeconds(10));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
