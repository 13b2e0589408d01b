package io.holdfast.messaging.share;

import io.holdfast.messaging.codec.JsonCodec;
import io.holdfast.messaging.send.ConnectionWatch;
import io.holdfast.messaging.send.KafkaFailures;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.Failure;
import io.micrometer.core.instrument.Timer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** One slot: one consumer of the group, one order at a time. A consumer that renews gets no new records, so slots share none. */
final class ShareSlot<T> implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(ShareSlot.class);
    private static final Duration POLL = Duration.ofMillis(500);
    /**
     * The end of a transaction takes a place in the topic, and a consumer that takes one record at a time is handed it as if it were
     * one: that poll brings nothing however long it waits, and only the next asks again (tried with 4.4.0). So polls are short for a
     * while after an order, when more are likely to lie there.
     */
    private static final Duration SHORT_POLL = Duration.ofMillis(20);

    private static final int SHORT_POLLS = 50;
    /** How long a consumer may take to leave the group. */
    private static final Duration LEAVE = Duration.ofSeconds(5);
    /** Pause after the first failure of a client, doubled up to the most. */
    private static final long LEAST_PAUSE_MS = 250;

    private static final String LOST = "lost";

    private static final long MOST_PAUSE_MS = 10_000;
    /** An order given back rests so long for each delivery, so that a failure that persists does not use its deliveries up. */
    private static final long REST_MS_PER_DELIVERY = 250;

    private final ShareLoopSettings settings;
    private final int number;
    private final JsonCodec<T> codec;
    private final OrderHandler<T> handler;
    private final OrderMeters meters;
    private final CompletableFuture<Void> closing;
    private volatile boolean busy;
    private final ConnectionWatch connection;

    ShareSlot(
            ShareLoopSettings settings,
            int number,
            JsonCodec<T> codec,
            OrderHandler<T> handler,
            OrderMeters meters,
            CompletableFuture<Void> closing) {
        this.settings = settings;
        this.number = number;
        this.codec = codec;
        this.handler = handler;
        this.meters = meters;
        this.closing = closing;
        this.connection = ConnectionWatch.trusting(settings.kafka());
    }

    boolean busy() {
        return busy;
    }

    boolean connected() {
        return connection.connected();
    }

    @Override
    public void run() {
        long pause = LEAST_PAUSE_MS;
        while (!closing.isDone()) {
            try {
                serve();
                pause = LEAST_PAUSE_MS;
            } catch (RuntimeException e) {
                // Also a defect must not end the slot for good while its process seems well.
                Failure failure = KafkaFailures.of(
                        "taking orders of " + settings.topic() + " at "
                                + settings.kafka().bootstrapServers(),
                        e);
                connection.failed(failure);
                LOG.atLevel(pause == LEAST_PAUSE_MS ? Level.WARN : Level.DEBUG)
                        .log("{} (again and again from now on)", failure.what());
                LOG.debug("of slot {}", number, e);
                rest(pause);
                pause = Math.min(MOST_PAUSE_MS, pause * 2);
            }
            if (!closing.isDone()) {
                meters.reconnect();
            }
        }
    }

    /**
     * Takes orders with one consumer until the loop closes or a claim is lost: a consumer whose renewal failed waits for its record
     * for ever, so the next order needs a new one.
     */
    private void serve() {
        ShareConsumer<byte[], byte[]> consumer = open();
        try {
            consumer.subscribe(List.of(settings.topic()));
            boolean sound = true;
            int shortPolls = 0;
            while (sound && !closing.isDone()) {
                boolean isLong = shortPolls-- <= 0;
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(isLong ? POLL : SHORT_POLL)) {
                    shortPolls = SHORT_POLLS;
                    sound &= take(
                            new Hold(consumer, record, settings.groupSettings().lock()));
                }
                if (isLong) {
                    connection.polled(consumer.metrics());
                }
            }
        } finally {
            consumer.close(LEAVE);
        }
    }

    private ShareConsumer<byte[], byte[]> open() {
        String client = settings.member() + "-" + settings.topic() + "-" + number;
        return new KafkaShareConsumer<>(
                settings.kafka().shareConsumer(client, settings.group()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /**
     * Reads the order and has it done; one that cannot be read is answered and accepted, so that it never comes again.
     *
     * @return false when the claim was lost
     */
    private boolean take(Hold hold) {
        ConsumerRecord<byte[], byte[]> record = hold.record();
        String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
        T order;
        try {
            order = codec.read(record.value());
        } catch (Failure e) {
            Bytes value = Bytes.of(record.value() == null ? new byte[0] : record.value());
            LOG.warn("{} {} at offset {}: {}", settings.topic(), key, record.offset(), e.what());
            answerUnreadable(new OrderHandler.Unreadable(settings.topic(), key, value, e));
            meters.order("unreadable");
            return hold.end(AcknowledgeType.ACCEPT);
        }
        int deliveries = record.deliveryCount().map(Short::intValue).orElse(1);
        return !work(hold, new SlotClaim<>(order, key, deliveries)).equals(LOST);
    }

    private void answerUnreadable(OrderHandler.Unreadable record) {
        try {
            handler.poison(record);
        } catch (RuntimeException e) {
            LOG.error("a bad record of {} could not be answered", record.topic(), e);
        }
    }

    /** Returns the outcome, as the meters call it. */
    private String work(Hold hold, SlotClaim<T> claim) {
        Timer.Sample sample = meters.taken();
        busy = true;
        String outcome = LOST;
        try {
            CompletableFuture<Verdict> verdict = new CompletableFuture<>();
            Thread worker = Thread.ofVirtual()
                    .name(settings.topic() + "-" + claim.key())
                    .start(() -> handle(claim, verdict));
            outcome = see(hold, claim, verdict, worker);
            return outcome;
        } finally {
            busy = false;
            meters.ended(sample, outcome);
        }
    }

    private void handle(SlotClaim<T> claim, CompletableFuture<Verdict> verdict) {
        try {
            verdict.complete(handler.handle(claim));
        } catch (InterruptedException e) {
            verdict.complete(Verdict.AGAIN);
        } catch (Throwable e) {
            if (!claim.ended()) {
                LOG.warn("order {} of {} failed and is given back", claim.key(), settings.topic(), e);
            }
            verdict.complete(Verdict.AGAIN);
        }
    }

    /** Sees an order through to its verdict, renewing meanwhile; returns the outcome for the meters. */
    private String see(Hold hold, SlotClaim<T> claim, CompletableFuture<Verdict> verdict, Thread worker) {
        long renewEvery = Math.max(100, settings.groupSettings().lock().toMillis() / 3);
        while (true) {
            @Nullable Verdict reached = await(verdict, renewEvery);
            if (reached != null) {
                return settle(hold, claim, reached);
            }
            if (closing.isDone()) {
                claim.end(SlotClaim.End.CLOSING);
                return settle(hold, claim, graced(verdict, worker));
            }
            boolean renewed = hold.renew();
            meters.renewal(renewed ? "renewed" : LOST);
            if (!renewed) {
                LOG.warn("the claim on order {} of {} was lost", claim.key(), settings.topic());
                claim.end(SlotClaim.End.LOST);
                Verdict ignored = graced(verdict, worker);
                LOG.debug("after the loss the handler said {}", ignored);
                return LOST;
            }
        }
    }

    private String settle(Hold hold, SlotClaim<T> claim, Verdict verdict) {
        AcknowledgeType type = switch (verdict) {
            case DONE -> AcknowledgeType.ACCEPT;
            case AGAIN -> AcknowledgeType.RELEASE;
            case POISON -> AcknowledgeType.REJECT;
        };
        if (verdict == Verdict.AGAIN && !closing.isDone()) {
            rest(Math.min(claim.deliveries() * REST_MS_PER_DELIVERY, hold.lock().toMillis() / 4));
        }
        if (!hold.end(type)) {
            LOG.warn("the claim on order {} of {} was lost just before {}", claim.key(), settings.topic(), verdict);
            claim.end(SlotClaim.End.LOST);
            return LOST;
        }
        return verdict.name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The verdict, or null when it is time to renew or the loop is closing. */
    private @Nullable Verdict await(CompletableFuture<Verdict> verdict, long millis) {
        try {
            CompletableFuture.anyOf(verdict, closing).get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return null;
        } catch (InterruptedException | ExecutionException e) {
            return Verdict.AGAIN;
        }
        return verdict.getNow(null);
    }

    /** Waits the grace time for a handler whose claim ended, then interrupts it and waits on: a slot never does two orders. */
    private Verdict graced(CompletableFuture<Verdict> verdict, Thread worker) {
        try {
            return verdict.get(settings.grace().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            worker.interrupt();
        } catch (InterruptedException | ExecutionException e) {
            return Verdict.AGAIN;
        }
        try {
            return verdict.get();
        } catch (InterruptedException | ExecutionException e) {
            return Verdict.AGAIN;
        }
    }

    private void rest(long millis) {
        try {
            closing.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | InterruptedException | ExecutionException e) {
            LOG.trace("rested", e);
        }
    }
}
