package io.holdfast.worker.read;

import io.holdfast.protocol.quantity.ByteCount;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How fast a worker reads databases, all slots together. Whoever has read bytes waits until they are due; nothing is saved up while
 * nobody reads.
 */
public final class Pace {
    private static final double NANOS = Duration.ofSeconds(1).toNanos();

    private final Optional<ByteCount> perSecond;
    private final LongSupplier nanoTime;
    private long free;

    /**
     * A pace of its own.
     *
     * @param perSecond bytes in a second; empty for as fast as possible
     * @param nanoTime the time in nanoseconds, as {@link System#nanoTime()}
     */
    public Pace(Optional<ByteCount> perSecond, LongSupplier nanoTime) {
        this.perSecond = perSecond;
        this.nanoTime = nanoTime;
        this.free = nanoTime.getAsLong();
    }

    /** Counts bytes that were read; returns how long to wait before more are read. */
    Duration spend(long bytes) {
        return perSecond.map(rate -> spend(bytes, rate.number())).orElse(Duration.ZERO);
    }

    private synchronized Duration spend(long bytes, long rate) {
        long now = nanoTime.getAsLong();
        if (free - now < 0) {
            free = now;
        }
        free += Math.round(bytes * NANOS / rate);
        return Duration.ofNanos(free - now);
    }
}
