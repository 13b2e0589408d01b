package io.holdfast.cli.show;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.failure.FailureReport;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where there is no terminal, as in a script's log. */
class JobProgressTest {
    private final ByteArrayOutputStream words = new ByteArrayOutputStream();
    private final ByteArrayOutputStream results = new ByteArrayOutputStream();

    private List<String> lines(JobStatus... statuses) {
        Screen screen = new Screen(
                new PrintStream(results, true, StandardCharsets.UTF_8),
                new PrintStream(words, true, StandardCharsets.UTF_8));
        try (JobProgress progress = new JobProgress(screen)) {
            for (JobStatus status : statuses) {
                progress.show(status);
            }
        }
        assertThat(results.size()).as("progress is no result").isZero();
        return words.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void aLineComesAtEachChangeOfStateAndOfAttempt() {
        assertThat(lines(
                        Jobs.at(JobState.OPENING, 0, Jobs.mebibytes(0, 0)),
                        Jobs.at(JobState.RUNNING, 1, Jobs.mebibytes(0, 200)),
                        Jobs.at(JobState.RUNNING, 2, Jobs.mebibytes(10, 200)),
                        Jobs.again(JobState.RUNNING, 3, Jobs.mebibytes(0, 200)),
                        Jobs.again(JobState.COMPLETE, 4, Jobs.mebibytes(200, 200))))
                .extracting(line -> line.substring(0, line.indexOf(',')))
                .containsExactly(
                        "backup shop: opening",
                        "backup shop: running",
                        "backup shop: running",
                        "backup shop: complete");
    }

    @Test
    void whyAnAttemptIsMadeAgainIsSaidOnceForEachAttempt() {
        FailureReport down = new FailureReport("engine.server-unreachable", "transient", "it is down", "start it");
        String why =
                "begins, because the one before failed: it is down (engine.server-unreachable; what to do: start it)";
        assertThat(lines(
                        Jobs.at(JobState.OPENING, 0, Jobs.mebibytes(0, 0)),
                        Jobs.retried(2, JobState.OPENING, down),
                        Jobs.retried(2, JobState.RUNNING, down),
                        Jobs.retried(3, JobState.OPENING, down),
                        Jobs.retried(3, JobState.COMPLETE, down)))
                .filteredOn(line -> line.startsWith("attempt"))
                .containsExactly("attempt 2 " + why, "attempt 3 " + why);
    }

    @Test
    void betweenThemALineComesEveryFiveSeconds() {
        assertThat(lines(
                        Jobs.at(JobState.RUNNING, 10, Jobs.mebibytes(50, 200)),
                        Jobs.at(JobState.RUNNING, 14, Jobs.mebibytes(70, 200)),
                        Jobs.at(JobState.RUNNING, 15, Jobs.mebibytes(75, 200)),
                        Jobs.at(JobState.RUNNING, 19, Jobs.mebibytes(95, 200)),
                        Jobs.at(JobState.RUNNING, 20, Jobs.mebibytes(100, 200))))
                .containsExactly(
                        "backup shop: running, 25 %, 50.0 MiB of 200.0 MiB, 5.0 MiB/s, 30.0 s left",
                        "backup shop: running, 37 %, 75.0 MiB of 200.0 MiB, 5.0 MiB/s, 25.0 s left",
                        "backup shop: running, 50 %, 100.0 MiB of 200.0 MiB, 5.0 MiB/s, 20.0 s left");
    }
}
