package io.holdfast.cli.show;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.failure.FailureReport;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class JobViewTest {
    /** J5: bytes done and in all, rate and time left, the same for backup and restore. */
    @Test
    void aLineOfARunningJobHasShareBytesRateAndTimeLeft() {
        assertThat(JobView.line(Jobs.at(JobState.RUNNING, 10, Jobs.mebibytes(50, 200))))
                .isEqualTo("backup shop: running, 25 %, 50.0 MiB of 200.0 MiB, 5.0 MiB/s, 30.0 s left");
    }

    @Test
    void theTimeLeftIsUnknownWhileNothingIsDoneOrPlanned() {
        assertThat(JobView.line(Jobs.at(JobState.OPENING, 0, Jobs.mebibytes(0, 0))))
                .isEqualTo("backup shop: opening, –, 0 B of 0 B, –, time left unknown");
        assertThat(JobView.line(Jobs.at(JobState.RUNNING, 4, Jobs.mebibytes(0, 200))))
                .endsWith(", 0 %, 0 B of 200.0 MiB, 0 B/s, time left unknown");
    }

    @Test
    void moreDoneThanPlannedIsNeverMoreThanAlmostAll() {
        assertThat(JobView.line(Jobs.at(JobState.RUNNING, 10, Jobs.mebibytes(210, 200))))
                .endsWith(", 99 %, 210.0 MiB of 200.0 MiB, 21.0 MiB/s, time left unknown");
    }

    @Test
    void anEndedJobSaysHowLongItTook() {
        assertThat(JobView.line(Jobs.at(JobState.COMPLETE, 100, Jobs.mebibytes(199, 200))))
                .isEqualTo("backup shop: complete, 100 %, 199.0 MiB of 200.0 MiB, 2.0 MiB/s, after 1 min 40 s");
        assertThat(JobView.line(Jobs.at(JobState.FAILED, 100, Jobs.mebibytes(50, 200))))
                .contains("failed, 25 %")
                .endsWith("after 1 min 40 s");
    }

    @Test
    void theDetailsOfAFailedJobSayWhyAndWhatToDo() {
        JobStatus failed = Jobs.failed(new FailureReport("engine.unreachable", "transient", "it is down", "start it"));
        Map<String, String> rows =
                JobView.details(failed).stream().collect(Collectors.toMap(List::getFirst, List::getLast));
        assertThat(rows)
                .containsEntry("state", "failed")
                .containsEntry("failure", "it is down")
                .containsEntry("what to do", "start it")
                .containsEntry("code", "engine.unreachable");
    }

    @Test
    void whatEndedAnEarlierAttemptIsNoFailureOfAJobThatIsComplete() {
        FailureReport down = new FailureReport("engine.server-unreachable", "transient", "it is down", "start it");
        assertThat(JobView.details(Jobs.retried(2, JobState.COMPLETE, down)))
                .contains(List.of("attempt before failed", "it is down"))
                .noneMatch(row -> row.getFirst().equals("failure"));
    }

    @Test
    void aRowHasACellForEachHead() {
        assertThat(JobView.row(Jobs.at(JobState.RUNNING, 10, Jobs.mebibytes(50, 200))))
                .hasSameSizeAs(JobView.HEADS)
                .contains("backup", "shop", "running", "25 %");
    }
}
