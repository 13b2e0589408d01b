package io.holdfast.cli.show;

import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.event.Progress;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.JobKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How a job looks in a table. */
public final class JobView {
    /** The heads of a list of jobs. */
    public static final List<String> HEADS = List.of(
            "job",
            "kind",
            "instance",
            "state",
            "attempt",
            "progress",
            "read",
            "stored",
            "sealed with",
            "time",
            "submitted");

    private JobView() {}

    /** A job as a row under {@link #HEADS}. */
    public static List<String> row(JobStatus job) {
        Progress progress = job.progress();
        return List.of(
                job.id().text(),
                word(job.kind()),
                job.instance().text(),
                word(job.state()),
                job.attempt().toString(),
                percent(job),
                Sizes.of(progress.bytesDone()),
                Sizes.of(progress.sealedBytes()),
                suite(job),
                Sizes.of(elapsed(job)),
                job.submitted().toString());
    }

    /** A job as rows of a name and a value. */
    public static List<List<String>> details(JobStatus job) {
        Progress progress = job.progress();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("job", job.id().text()));
        rows.add(List.of("kind", word(job.kind())));
        rows.add(List.of("instance", job.instance().text()));
        rows.add(List.of("state", word(job.state())));
        rows.add(List.of("attempt", job.attempt().toString()));
        rows.add(List.of("set", Optional.ofNullable(job.set()).map(SetId::text).orElse("–")));
        rows.add(List.of("sealed with", suite(job)));
        Optional.ofNullable(job.warning()).ifPresent(warning -> rows.add(List.of("warning", warning)));
        rows.add(List.of(parts(job.kind()), progress.stripesDone() + " of " + progress.stripesPlanned()));
        if (job.kind() != JobKind.REWRAP) {
            rows.add(List.of(
                    "bytes of the database",
                    Sizes.of(progress.bytesDone()) + " of " + Sizes.of(progress.bytesPlanned())));
            rows.add(List.of("stored", Sizes.of(progress.sealedBytes())));
        }
        rows.add(List.of("submitted", job.submitted().toString()));
        rows.add(List.of("time", Sizes.of(elapsed(job))));
        Optional.ofNullable(job.note()).ifPresent(note -> rows.add(List.of("note", note)));
        boolean failed = job.state().terminal() && job.state() != JobState.COMPLETE;
        Optional.ofNullable(job.failure()).ifPresent(failure -> {
            rows.add(List.of(failed ? "failure" : "attempt before failed", failure.message()));
            rows.add(List.of("what to do", failure.hint()));
            rows.add(List.of("code", failure.code()));
        });
        return rows;
    }

    /** What a job of this kind counts. */
    private static String parts(JobKind kind) {
        return switch (kind) {
            case BACKUP -> "stripes sealed";
            case RESTORE -> "streams placed";
            case VERIFY -> "parts checked, each of some streams";
            case REWRAP -> "sets";
            case CANCEL -> "parts";
        };
    }

    /** One line: state, share done, bytes, rate, time left. */
    public static String line(JobStatus job) {
        Progress progress = job.progress();
        Duration elapsed = elapsed(job);
        String amount = job.kind() == JobKind.REWRAP
                ? progress.stripesDone() + " of " + progress.stripesPlanned() + " sets"
                : Sizes.of(progress.bytesDone()) + " of " + Sizes.of(progress.bytesPlanned()) + ", "
                        + Sizes.rate(progress.bytesDone(), elapsed);
        return word(job.kind()) + " " + job.instance() + ": " + word(job.state()) + ", " + percent(job) + ", " + amount
                + ", " + left(job, elapsed);
    }

    /** Why a job is at this attempt: what ended the one before, and what to do if the next one shall not end so. */
    static String again(Attempt attempt, FailureReport why) {
        return "attempt " + attempt + " begins, because the one before failed: " + why.message() + " (" + why.code()
                + "; what to do: " + why.hint() + ")";
    }

    private static String left(JobStatus job, Duration elapsed) {
        long done = done(job);
        long all = planned(job);
        if (job.state().terminal()) {
            return "after " + Sizes.of(elapsed);
        }
        if (done == 0 || all < done) {
            return "time left unknown";
        }
        return Sizes.of(Duration.ofMillis((long) ((double) elapsed.toMillis() * (all - done) / done))) + " left";
    }

    private static Duration elapsed(JobStatus job) {
        Duration time = Duration.between(job.submitted(), job.updated());
        return time.isNegative() ? Duration.ZERO : time;
    }

    /** Files that grow, shrink or go while they are read make a whole job a little more or less than was planned. */
    private static String suite(JobStatus job) {
        return Optional.ofNullable(job.suite()).map(SetView::suite).orElse("–");
    }

    private static String percent(JobStatus job) {
        if (job.state() == JobState.COMPLETE) {
            return "100 %";
        }
        long all = planned(job);
        return all == 0 ? "–" : Math.min(99, done(job) * 100 / all) + " %";
    }

    /** Bytes; of a rewrapping, which touches none, sets. */
    private static long done(JobStatus job) {
        Progress progress = job.progress();
        return job.kind() == JobKind.REWRAP
                ? progress.stripesDone()
                : progress.bytesDone().number();
    }

    private static long planned(JobStatus job) {
        Progress progress = job.progress();
        return job.kind() == JobKind.REWRAP
                ? progress.stripesPlanned()
                : progress.bytesPlanned().number();
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
