package io.holdfast.cli.column;

import io.holdfast.cli.show.Screen;
import io.holdfast.column.work.ColumnWork;
import io.holdfast.column.work.Step;
import io.holdfast.column.work.Work;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A line at the first batch of each step, and every few seconds. */
public final class WorkProgress implements ColumnWork.Watcher {
    private static final long BETWEEN_LINES = 5_000_000_000L;

    private final Screen screen;
    private @Nullable Step step;
    private long stepBegun;
    private long seenBefore;
    private long lastLine;

    /** Nothing is shown yet. */
    public WorkProgress(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void show(Work work, long total) {
        long now = System.nanoTime();
        Work.Done done = work.done();
        if (step != done.step()) {
            step = done.step();
            stepBegun = now;
            seenBefore = done.seen();
        } else if (now - lastLine < BETWEEN_LINES) {
            return;
        }
        lastLine = now;
        double seconds = (now - stepBegun) / 1e9;
        String rate = seconds < 1 ? "" : ", " + Math.round((done.seen() - seenBefore) / seconds) + " rows/s";
        screen.say(work.kind().name().toLowerCase(Locale.ROOT) + " " + work.name() + ", "
                + done.step().name().toLowerCase(Locale.ROOT) + ": " + done.seen() + " of " + total + rate);
    }
}
