package io.holdfast.cli.show;

import io.holdfast.protocol.event.Progress;
import java.time.Duration;

/** Shows the steps of a restore that runs in this process: a line at each step and every few seconds. */
public final class StepProgress {
    private static final long BETWEEN_LINES = 5_000_000_000L;

    private final Screen screen;
    private final long begun = System.nanoTime();
    private String last = "";
    private long lastLine = begun;

    /** Nothing is shown yet. */
    public StepProgress(Screen screen) {
        this.screen = screen;
    }

    /** Shows how far it is. */
    public synchronized void show(String step, Progress progress) {
        long now = System.nanoTime();
        if (step.equals(last) && now - lastLine < BETWEEN_LINES) {
            return;
        }
        last = step;
        lastLine = now;
        Duration elapsed = Duration.ofNanos(now - begun);
        screen.say(step + ": " + Sizes.of(progress.bytesDone()) + " of " + Sizes.of(progress.bytesPlanned()) + ", "
                + Sizes.rate(progress.bytesDone(), elapsed) + ", after " + Sizes.of(elapsed));
    }

    /** The last step is over. */
    public synchronized void done() {
        screen.say("done after " + Sizes.of(Duration.ofNanos(System.nanoTime() - begun)));
    }
}
