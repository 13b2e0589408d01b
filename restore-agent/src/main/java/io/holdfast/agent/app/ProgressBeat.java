package io.holdfast.agent.app;

import io.holdfast.agent.RestoreWatch;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.Progress;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells how far a restore is: a new step at once, more bytes every second, and in long silent steps that it is alive. */
final class ProgressBeat implements RestoreWatch, AutoCloseable {
    private static final long EVERY_MILLIS = 1_000;
    private static final int SILENT_BEATS = 10;

    private final Consumer<Happening.RestoreProgress> events;
    private final ScheduledExecutorService ticks;
    private Happening.@Nullable RestoreProgress latest;
    private boolean told = true;
    private int silent;

    ProgressBeat(Consumer<Happening.RestoreProgress> events) {
        this.events = events;
        this.ticks = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("restore-progress").daemon().factory());
        Future<?> unused = ticks.scheduleAtFixedRate(this::beat, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public synchronized void step(String step, Progress progress) {
        Happening.RestoreProgress now = new Happening.RestoreProgress(step, progress);
        boolean another = latest == null || !latest.step().equals(step);
        latest = now;
        told = false;
        if (another) {
            tell(now);
        }
    }

    private synchronized void beat() {
        silent++;
        if (latest != null && (!told || silent >= SILENT_BEATS)) {
            tell(latest);
        }
    }

    private void tell(Happening.RestoreProgress progress) {
        told = true;
        silent = 0;
        events.accept(progress);
    }

    @Override
    public void close() {
        ticks.shutdownNow();
    }
}
