package io.holdfast.cli.show;

import java.io.Console;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Shows work of counted steps go on: a bar on a terminal, elsewhere a line every few seconds. */
public final class StepBar implements AutoCloseable {
    private static final long BETWEEN_LINES = 5_000_000_000L;

    private final Screen screen;
    private final @Nullable ProgressBar bar;
    private long lastLine;

    /** A bar when standard error is a terminal. */
    @SuppressWarnings("SystemConsoleNull") // it is still null where standard input and output are both closed
    public StepBar(Screen screen) {
        this.screen = screen;
        this.lastLine = System.nanoTime() - BETWEEN_LINES;
        Console console = System.console();
        this.bar = console != null && console.isTerminal()
                ? new ProgressBarBuilder()
                        .setTaskName("holdfast")
                        .setStyle(ProgressBarStyle.ASCII)
                        .setUpdateIntervalMillis(250)
                        .build()
                : null;
    }

    /** Step {@code done} of {@code steps} begins. */
    public void next(String step, int done, int steps) {
        if (bar != null) {
            bar.maxHint(steps);
            bar.stepTo(done);
            bar.setExtraMessage(" " + step);
            return;
        }
        long now = System.nanoTime();
        if (now - lastLine >= BETWEEN_LINES) {
            lastLine = now;
            screen.say(done + " of " + steps + ": " + step);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
