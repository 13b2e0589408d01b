package io.holdfast.cli.show;

import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.event.Progress;
import io.holdfast.protocol.failure.FailureReport;
import java.io.Console;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * Shows a job go on: a bar with bytes, rate and time left on a terminal, elsewhere a line at each change of state and every few
 * seconds.
 */
public final class JobProgress implements AutoCloseable {
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(5);
    private static final long MEBIBYTE = 1024 * 1024;

    private final Screen screen;
    private final @Nullable ProgressBar bar;
    private @Nullable JobStatus last;
    private Instant lastLine = Instant.MIN;

    /** A bar when standard error is a terminal. */
    public JobProgress(Screen screen) {
        this.screen = screen;
        this.bar = terminal() ? newBar() : null;
    }

    @SuppressWarnings("SystemConsoleNull") // it is still null where standard input and output are both closed
    private static boolean terminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    private static ProgressBar newBar() {
        return new ProgressBarBuilder()
                .setTaskName("holdfast")
                .setUnit(" MiB", MEBIBYTE)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(250)
                .showSpeed()
                .build();
    }

    /** Shows the newest status. */
    public void show(JobStatus job) {
        sayWhyAgain(job);
        Progress progress = job.progress();
        if (bar != null) {
            bar.maxHint(progress.bytesPlanned().number());
            bar.stepTo(progress.bytesDone().number());
            bar.setExtraMessage(" " + job.state().name().toLowerCase(Locale.ROOT));
        } else if (worthALine(job)) {
            screen.say(JobView.line(job));
            lastLine = job.updated();
        }
        last = job;
    }

    /** A job that begins anew says why as soon as it does, not only when it has ended. */
    private void sayWhyAgain(JobStatus job) {
        FailureReport why = job.failure();
        JobStatus before = last;
        boolean said =
                before != null && before.attempt().equals(job.attempt()) && Objects.equals(why, before.failure());
        if (why == null || job.state().terminal() || said) {
            return;
        }
        if (bar != null) {
            screen.say(""); // The bar stands on the line before, and is drawn again on the one after.
        }
        screen.say(JobView.again(job.attempt(), why));
    }

    private boolean worthALine(JobStatus job) {
        JobStatus before = last;
        return before == null
                || before.state() != job.state()
                || !before.attempt().equals(job.attempt())
                || Duration.between(lastLine, job.updated()).compareTo(BETWEEN_LINES) >= 0;
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
