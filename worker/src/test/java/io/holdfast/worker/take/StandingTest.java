package io.holdfast.worker.take;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.event.Progress;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.job.JobKind;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StandingTest {
    private static final Attempt SECOND = Attempt.FIRST.next();

    @Test
    void anOrderWithoutAStatusCounts() {
        assertThat(Standing.of(Optional.empty(), Attempt.FIRST)).isEqualTo(Standing.WANTED);
    }

    @Test
    void anOrderOfTheRunningAttemptCounts() {
        assertThat(Standing.of(status(Attempt.FIRST, JobState.RUNNING), Attempt.FIRST))
                .isEqualTo(Standing.WANTED);
        assertThat(Standing.of(status(Attempt.FIRST, JobState.CLOSING), Attempt.FIRST))
                .isEqualTo(Standing.WANTED);
    }

    @Test
    void anOrderThatOvertakesTheStatusOfItsAttemptCounts() {
        assertThat(Standing.of(status(Attempt.FIRST, JobState.OPENING), SECOND)).isEqualTo(Standing.WANTED);
    }

    @Test
    void anOrderOfAnEarlierAttemptDoesNotCount() {
        assertThat(Standing.of(status(SECOND, JobState.RUNNING), Attempt.FIRST)).isEqualTo(Standing.SUPERSEDED);
    }

    @Test
    void noOrderOfAnEndedJobCounts() {
        for (JobState state : JobState.values()) {
            if (state.terminal()) {
                assertThat(Standing.of(status(Attempt.FIRST, state), Attempt.FIRST))
                        .isEqualTo(Standing.ENDED);
            }
        }
    }

    private static Optional<JobStatus> status(Attempt attempt, JobState state) {
        return Optional.of(new JobStatus(
                1,
                JobId.parse("01JDXZ00000000000000000000"),
                JobKind.BACKUP,
                InstanceName.parse("shop"),
                attempt,
                state,
                null,
                null,
                Progress.NONE,
                Instant.EPOCH,
                Instant.EPOCH,
                null,
                null,
                null));
    }
}
