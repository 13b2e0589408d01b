package io.holdfast.messaging.share;

import io.holdfast.messaging.codec.JsonCodec;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Takes orders out of a shared topic and has them done, one at a time for each slot. A claim is renewed while its handler works,
 * so polling never waits for work and long work is not handed out twice; an order whose member dies or loses its claim is
 * handed to another.
 *
 * @param <T> the order
 */
public final class ShareLoop<T> implements AutoCloseable {
    private final CompletableFuture<Void> closing = new CompletableFuture<>();
    private final List<ShareSlot<T>> slots = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final ShareLoopSettings settings;

    private ShareLoop(ShareLoopSettings settings) {
        this.settings = settings;
    }

    /**
     * Tells the brokers the group's settings and starts the slots.
     *
     * @throws io.holdfast.protocol.failure.Failure when the brokers cannot be reached, refuse, or have no share groups
     */
    public static <T> ShareLoop<T> start(
            ShareLoopSettings settings, JsonCodec<T> codec, OrderHandler<T> handler, MeterRegistry meters) {
        ShareGroups.prepare(settings);
        ShareLoop<T> loop = new ShareLoop<>(settings);
        OrderMeters orderMeters = new OrderMeters(meters, settings.topic());
        for (int i = 0; i < settings.slots(); i++) {
            ShareSlot<T> slot = new ShareSlot<>(settings, i, codec, handler, orderMeters, loop.closing);
            loop.slots.add(slot);
            loop.threads.add(Thread.ofPlatform()
                    .name(settings.topic() + "-slot-" + i)
                    .daemon()
                    .start(slot));
        }
        return loop;
    }

    /** How many slots are working on an order now. */
    public int busy() {
        return (int) slots.stream().filter(ShareSlot::busy).count();
    }

    /** Whether every slot has a connection to a broker. */
    public boolean connected() {
        return slots.stream().allMatch(ShareSlot::connected);
    }

    /** Ends the claims (handlers get their grace time), gives unfinished orders back, and leaves the group. */
    @Override
    public void close() {
        closing.complete(null);
        try {
            for (Thread thread : threads) {
                thread.join(settings.grace().plusSeconds(20));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
