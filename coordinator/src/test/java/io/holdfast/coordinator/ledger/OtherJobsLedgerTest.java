package io.holdfast.coordinator.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.Progress;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.job.VerifyDepth;
import io.holdfast.protocol.plan.Phase;
import io.holdfast.protocol.plan.PlanTotals;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.quantity.Timeline;
import io.holdfast.protocol.restore.RestoreResult;
import io.holdfast.protocol.session.SessionOrder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OtherJobsLedgerTest {
    private static final SetId SET = SetId.of(Samples.job(77), Attempt.FIRST);
    private final LedgerBench bench = new LedgerBench();

    private void planVerify(int stripes) {
        planVerify(Samples.verify(1, 1), stripes);
    }

    private void planVerify(JobRequest.Verify request, int stripes) {
        bench.request(request);
        SessionOrder.PlanVerify order =
                bench.sessions(SessionOrder.PlanVerify.class).getLast();
        for (int i = 0; i < stripes; i++) {
            bench.happen(1, 1, new Happening.StripePlanned(Samples.check(order, i, SET)));
        }
        bench.happen(1, 1, new Happening.Planned(Phase.DATA, new PlanTotals(stripes, 0, ByteCount.ZERO)));
    }

    private void verified(long stripe) {
        bench.happen(1, 1, new Happening.StripeVerified(new StripeNumber(stripe), Samples.counts()));
    }

    @Test
    void aVerificationIsCompleteWhenEveryStripeIsWhole() {
        planVerify(3);
        assertThat(bench.state(1)).isEqualTo(JobState.RUNNING);
        assertThat(bench.job(1).set()).isEqualTo(SET);
        verified(0);
        verified(2);
        assertThat(bench.state(1)).isEqualTo(JobState.RUNNING);
        verified(1);
        assertThat(bench.state(1)).isEqualTo(JobState.COMPLETE);
        assertThat(bench.statuses(1).getLast().note())
                .isEqualTo(
                        "every byte is what the signed roots say: 1,500 sealed bytes, which hold 3,000 of the database;"
                                + " chunks were not opened");
    }

    @Test
    void aVerificationOfChunksSaysThatTheyOpen() {
        planVerify(new JobRequest.Verify(1, Samples.job(1), Samples.instance(1), null, VerifyDepth.CHUNKS), 1);
        verified(0);
        assertThat(bench.statuses(1).getLast().note())
                .isEqualTo("every chunk opens: 500 sealed bytes, which hold 1,000 of the database");
    }

    @Test
    void aVerificationGoesOnAfterDamageAndSaysWhatItFound() {
        planVerify(3);
        bench.happen(1, 1, new Happening.StripeFailed(new StripeNumber(0), Samples.failure("corrupt")));
        verified(1);
        verified(2);
        assertThat(bench.state(1)).isEqualTo(JobState.FAILED);
        assertThat(bench.statuses(1).getLast().note())
                .isEqualTo("1 of 3 parts of the set are damaged or could not be read");
        assertThat(bench.statuses(1).getLast().failure()).isEqualTo(Samples.failure("corrupt"));
    }

    @Test
    void aVerificationThatIsPlannedTwiceIsOneVerification() {
        planVerify(2);
        SessionOrder.PlanVerify order =
                bench.sessions(SessionOrder.PlanVerify.class).getLast();
        bench.happen(1, 1, new Happening.StripePlanned(Samples.check(order, 0, SET)));
        verified(0);
        verified(1);
        assertThat(bench.state(1)).isEqualTo(JobState.COMPLETE);
    }

    @Test
    void aVerificationWithoutStripesIsComplete() {
        planVerify(0);
        assertThat(bench.state(1)).isEqualTo(JobState.COMPLETE);
    }

    @Test
    void aVerificationRunsBesideABackup() {
        bench.request(Samples.backup(9, 1));
        planVerify(1);
        assertThat(bench.state(1)).isEqualTo(JobState.RUNNING);
        assertThat(bench.state(9)).isEqualTo(JobState.OPENING);
    }

    @Test
    void aRestoreGoesToItsAgentAndEndsWithItsResult() {
        List<Command> commands = bench.request(Samples.restore(1, 1));
        assertThat(commands)
                .filteredOn(Command.OrderRestore.class::isInstance)
                .singleElement()
                .satisfies(command -> assertThat(
                                ((Command.OrderRestore) command).order().directory())
                        .isEqualTo("/target"));
        Progress half = new Progress(1, 2, ByteCount.of(5), ByteCount.of(10), ByteCount.of(3));
        bench.happen(1, 1, new Happening.RestoreProgress("fetching", half));
        assertThat(bench.state(1)).isEqualTo(JobState.RUNNING);
        assertThat(bench.statuses(1).getLast().progress()).isEqualTo(half);
        bench.happen(
                1,
                1,
                new Happening.Restored(new RestoreResult(
                        SET,
                        Suite.NONE,
                        "/target",
                        3,
                        ByteCount.of(10),
                        new Timeline(2),
                        List.of("pg_verifybackup: in order"),
                        null)));
        assertThat(bench.statuses(1).getLast().note())
                .isEqualTo("/target; recovered to timeline 2; pg_verifybackup: in order");
        assertThat(bench.state(1)).isEqualTo(JobState.COMPLETE);
        assertThat(bench.statuses(1).getLast().set()).isEqualTo(SET);
        assertThat(bench.statuses(1).getLast().suite()).isEqualTo(Suite.NONE);
        assertThat(bench.statuses(1).getLast().warning()).contains("NOT ENCRYPTED");
    }

    @Test
    void aRefusedRestoreHasFailed() {
        bench.request(Samples.restore(1, 1));
        bench.happen(1, 1, new Happening.RestoreFailed(Samples.failure("permanent")));
        assertThat(bench.state(1)).isEqualTo(JobState.FAILED);
    }

    @Test
    void aRestoreWhoseAgentIsSilentHasFailed() {
        bench.request(Samples.restore(1, 1));
        bench.tick(1, Duration.ofMinutes(61));
        assertThat(bench.state(1)).isEqualTo(JobState.FAILED);
    }

    /** J5: a restore's progress reaches its status. */
    @Test
    void progressIsShownOnceASecondAtMost() {
        bench.request(Samples.restore(1, 1));
        for (int i = 1; i <= 10; i++) {
            Progress progress = new Progress(i, 10, ByteCount.of(i), ByteCount.of(10), ByteCount.ZERO);
            bench.happen(1, 1, new Happening.RestoreProgress("fetching", progress));
            bench.tick(1, Duration.ofMillis(300));
        }
        assertThat(bench.statuses(1)).hasSizeBetween(4, 6);
    }

    @Test
    void everyKindOfJobCanBeCancelledUntilItEnds() {
        bench.request(Samples.backup(1, 1));
        bench.request(Samples.backup(2, 1));
        bench.request(Samples.verify(3, 1));
        bench.request(Samples.restore(4, 1));
        for (int job : List.of(2, 1, 3, 4)) {
            bench.request(Samples.cancel(10 + job, 1, job));
            assertThat(bench.state(job)).isEqualTo(JobState.CANCELLED);
            assertThat(bench.state(10 + job)).isEqualTo(JobState.COMPLETE);
        }
        assertThat(bench.sessions(SessionOrder.OpenBackup.class)).hasSize(1);
        bench.request(Samples.cancel(20, 1, 1));
        assertThat(bench.said(20, Happening.Rejected.class).getFirst().failure().code())
                .isEqualTo(CoordinatorFailure.TARGET_IS_OVER.code());
    }

    @Test
    void aCancelledBackupLetsTheNextOneBegin() {
        bench.request(Samples.backup(1, 1));
        bench.request(Samples.backup(2, 1));
        bench.request(Samples.cancel(3, 1, 1));
        assertThat(bench.state(2)).isEqualTo(JobState.OPENING);
    }

    @Test
    void aCancellationOfAJobOfAnotherInstanceOrOfNoneIsRejected() {
        bench.request(Samples.backup(1, 1));
        bench.request(Samples.cancel(2, 2, 1));
        bench.request(Samples.cancel(3, 1, 2));
        assertThat(bench.said(2, Happening.Rejected.class)).hasSize(1);
        assertThat(bench.said(3, Happening.Rejected.class)).hasSize(1);
        assertThat(bench.state(1)).isEqualTo(JobState.OPENING);
    }

    @Test
    void aRequestThatTheLedgerKnowsIsRepeatedAndNothingElse() {
        bench.request(Samples.backup(1, 1));
        assertThat(bench.request(Samples.backup(1, 1))).hasSize(1);
        assertThat(bench.said(1, Happening.Repeated.class)).hasSize(1);
    }

    @Test
    void anIdThatTheLedgerKnowsWithAnotherRequestIsRejectedAndNothingElse() {
        bench.request(Samples.backup(1, 1));
        assertThat(bench.request(Samples.verify(1, 1))).hasSize(1);
        assertThat(bench.said(1, Happening.Rejected.class).getFirst().failure().code())
                .isEqualTo(CoordinatorFailure.ID_USED_AGAIN.code());
        assertThat(bench.state(1)).isEqualTo(JobState.OPENING);
    }
}
