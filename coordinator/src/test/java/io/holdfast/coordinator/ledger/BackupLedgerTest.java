package io.holdfast.coordinator.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.event.Progress;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.manifest.IndexPart;
import io.holdfast.protocol.plan.Phase;
import io.holdfast.protocol.plan.PlanTotals;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.session.SessionOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackupLedgerTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private final LedgerBench bench = new LedgerBench();
    private final Random random = new Random(1);

    private void open(int job) {
        SessionOrder.OpenBackup order = bench.open(job);
        bench.happen(job, order.attempt().number(), new Happening.Opened(Samples.opened(order, 1)));
    }

    private void plan(int job, int stripes) {
        SessionOrder.OpenBackup order = bench.open(job);
        long attempt = order.attempt().number();
        for (int i = 0; i < stripes; i++) {
            bench.happen(job, attempt, new Happening.StripePlanned(Samples.seal(order, i, Phase.DATA)));
        }
        bench.happen(job, attempt, new Happening.Planned(Phase.DATA, totals(stripes)));
    }

    private static PlanTotals totals(int stripes) {
        return new PlanTotals(stripes, stripes, ByteCount.of(1000L * stripes));
    }

    private List<Command> seal(int job, long attempt, long stripe) {
        return bench.happen(
                job,
                attempt,
                new Happening.StripeSealed(
                        new StripeNumber(stripe),
                        Samples.stream(stripe, new Attempt(attempt), random),
                        Samples.counts()));
    }

    private void toClosing(int job, int stripes) {
        bench.request(Samples.backup(job, 1));
        open(job);
        plan(job, stripes);
        for (int i = 0; i < stripes; i++) {
            seal(job, 1, i);
        }
        assertThat(bench.state(job)).isEqualTo(JobState.CLOSING);
    }

    private void toIndexing(int job, int stripes) {
        toClosing(job, stripes);
        bench.happen(job, 1, new Happening.Closed(Samples.closed()));
        bench.happen(job, 1, new Happening.StripePlanned(Samples.seal(bench.open(job), stripes, Phase.CLOSE)));
        bench.happen(job, 1, new Happening.Planned(Phase.CLOSE, totals(stripes + 1)));
        seal(job, 1, stripes);
        assertThat(bench.state(job)).isEqualTo(JobState.INDEXING);
    }

    private void sealParts(int job) {
        for (int part = 0; part < bench.sessions(SessionOrder.SealIndex.class).size(); part++) {
            bench.happen(
                    job,
                    1,
                    new Happening.IndexSealed(new IndexPart(part, Samples.stream(part, Attempt.FIRST, random))));
        }
    }

    /** J1: a job that ended never goes back. */
    @Test
    void aBackupPassesThroughItsStatesAndOnlyForward() {
        toIndexing(1, 3);
        sealParts(1);
        assertThat(bench.state(1)).isEqualTo(JobState.PUBLISHING);
        bench.happen(1, 1, new Happening.Published(SetId.of(Samples.job(1), Attempt.FIRST)));
        assertThat(bench.statuses(1).stream().map(JobStatus::state).distinct())
                .containsExactly(
                        JobState.ACCEPTED,
                        JobState.OPENING,
                        JobState.RUNNING,
                        JobState.CLOSING,
                        JobState.INDEXING,
                        JobState.PUBLISHING,
                        JobState.COMPLETE);
        assertThat(bench.said(1, Happening.Accepted.class)).hasSize(1);
    }

    /** J5: a backup's status has the bytes that are done and that are planned. */
    @Test
    void theStatusOfABackupSaysHowFarItIs() {
        bench.request(Samples.backup(1, 1));
        open(1);
        plan(1, 4);
        bench.tick(1, SECOND);
        seal(1, 1, 2);
        bench.tick(1, SECOND);
        assertThat(bench.statuses(1).getLast().progress())
                .isEqualTo(new Progress(1, 4, ByteCount.of(1000), ByteCount.of(4000), ByteCount.of(500)));
    }

    @Test
    void theKeysOfAJobEndWithItInWhateverStateItEnds() {
        toIndexing(1, 1);
        bench.happen(1, 1, new Happening.SessionFailed(Samples.failure("permanent")));
        assertThat(bench.state(1)).isEqualTo(JobState.FAILED);
        assertThat(keysEnded(1)).isEqualTo(1);

        bench.request(Samples.backup(2, 1));
        open(2);
        bench.request(Samples.cancel(3, 1, 2));
        assertThat(bench.state(2)).isEqualTo(JobState.CANCELLED);
        assertThat(keysEnded(2)).isEqualTo(1);

        bench.request(Samples.backup(4, 1));
        bench.happen(4, 1, new Happening.SessionFailed(Samples.failure("denied")));
        assertThat(bench.state(4)).isEqualTo(JobState.FAILED);
        assertThat(keysEnded(4)).isEqualTo(1);
    }

    @Test
    void anAttemptThatFailedLeavesTheKeysToTheNextOne() {
        toClosing(1, 1);
        bench.happen(1, 1, new Happening.SessionFailed(Samples.failure("transient")));
        assertThat(bench.state(1)).isEqualTo(JobState.ACCEPTED);
        assertThat(keysEnded(1)).isZero();
    }

    private long keysEnded(int job) {
        return bench.sessions(SessionOrder.EndKeys.class).stream()
                .filter(order -> order.job().equals(Samples.job(job)))
                .count();
    }

    @Test
    void theOrderToPublishHoldsTotalsWorkersAndAllParts() {
        toIndexing(1, 2500);
        sealParts(1);
        assertThat(bench.sessions(SessionOrder.SealIndex.class))
                .extracting(order -> order.streams().size())
                .containsExactly(1000, 1000, 501);
        SessionOrder.Publish publish =
                bench.sessions(SessionOrder.Publish.class).getFirst();
        assertThat(publish.index()).extracting(IndexPart::part).containsExactly(0, 1, 2);
        assertThat(publish.totals().stripes()).isEqualTo(2501);
        assertThat(publish.totals().workers()).containsEntry("worker-1", 2501L);
    }

    @Test
    void noMoreStripesAreIssuedThanTheWindowHolds() {
        bench.request(Samples.backup(1, 1));
        open(1);
        plan(1, 200);
        assertThat(LedgerBench.stripes(bench.commands)).hasSize(64);
        assertThat(LedgerBench.stripes(seal(1, 1, 3))).containsExactly(64L);
    }

    @Test
    void stripesThatArePlannedBeforeTheSessionIsHeardOfWait() {
        bench.request(Samples.backup(1, 1));
        plan(1, 2);
        assertThat(LedgerBench.stripes(bench.commands)).isEmpty();
        open(1);
        assertThat(LedgerBench.stripes(bench.commands)).containsExactly(0L, 1L);
    }

    /** J3: a second receipt of a stripe changes nothing. */
    @Test
    void theFirstReceiptOfAStripeWins() {
        bench.request(Samples.backup(1, 1));
        open(1);
        plan(1, 2);
        seal(1, 1, 0);
        Row first = bench.rows.find(RowKey.stripe(bench.job(1), new StripeNumber(0)));
        assertThat(seal(1, 1, 0)).isEmpty();
        assertThat(bench.rows.find(RowKey.stripe(bench.job(1), new StripeNumber(0))))
                .isEqualTo(first);
    }

    /** R1: a read error fails its stripe only, which is tried again. */
    @Test
    void aStripeThatFailsInPassingIsIssuedAgainThreeTimesInAll() {
        bench.request(Samples.backup(1, 1));
        open(1);
        plan(1, 2);
        Happening failed = new Happening.StripeFailed(new StripeNumber(0), Samples.failure("transient"));
        bench.happen(1, 1, failed);
        assertThat(bench.happen(1, 1, failed)).isEmpty();
        assertThat(LedgerBench.stripes(bench.tick(1, SECOND.multipliedBy(5)))).containsExactly(0L);
        bench.happen(1, 1, failed);
        assertThat(LedgerBench.stripes(bench.tick(1, SECOND.multipliedBy(10)))).containsExactly(0L);
        bench.happen(1, 1, failed);
        assertThat(bench.job(1).attempt()).isEqualTo(new Attempt(2));
        assertThat(bench.state(1)).isEqualTo(JobState.ACCEPTED);
    }

    @Test
    void damageFailsTheAttemptAndAPermanentFailureTheJob() {
        bench.request(Samples.backup(1, 1));
        open(1);
        plan(1, 2);
        bench.happen(1, 1, new Happening.StripeFailed(new StripeNumber(0), Samples.failure("corrupt")));
        assertThat(bench.job(1).attempt()).isEqualTo(new Attempt(2));
        bench.tick(1, SECOND.multipliedBy(5));
        assertThat(bench.open(1).set()).isEqualTo(SetId.of(Samples.job(1), new Attempt(2)));
        bench.happen(1, 2, new Happening.SessionFailed(Samples.failure("denied")));
        assertThat(bench.state(1)).isEqualTo(JobState.FAILED);
        assertThat(bench.statuses(1).getLast().failure()).isEqualTo(Samples.failure("denied"));
    }

    @Test
    void aJobFailsInItsFifthAttempt() {
        bench.request(Samples.backup(1, 1));
        for (long attempt = 1; attempt <= 5; attempt++) {
            bench.happen(1, attempt, new Happening.SessionFailed(Samples.failure("transient")));
            bench.tick(1, SECOND.multipliedBy(135));
        }
        assertThat(bench.state(1)).isEqualTo(JobState.FAILED);
        assertThat(bench.sessions(SessionOrder.OpenBackup.class)).hasSize(5);
    }

    /** Each attempt fails at once while the database is away; one begins after it came back. */
    @Test
    void aDatabaseMayBeAwayForThreeMinutes() {
        bench.request(Samples.backup(1, 1));
        Instant back = bench.now.plus(Duration.ofMinutes(3));
        while (bench.now.isBefore(back)) {
            if (bench.state(1) == JobState.OPENING) {
                long attempt = bench.job(1).attempt().number();
                bench.happen(1, attempt, new Happening.SessionFailed(Samples.failure("transient")));
            }
            bench.tick(1, SECOND);
        }
        assertThat(bench.state(1)).isEqualTo(JobState.ACCEPTED);
        bench.tick(1, SECOND.multipliedBy(30));
        assertThat(bench.state(1)).isEqualTo(JobState.OPENING);
        open(1);
        assertThat(bench.state(1)).isEqualTo(JobState.RUNNING);
    }

    /** J2: whoever lost his lease is fenced out by the attempt. */
    @Test
    void reportsOfAnOlderAttemptChangeNothing() {
        bench.request(Samples.backup(1, 1));
        open(1);
        plan(1, 2);
        bench.happen(1, 1, new Happening.SessionFailed(Samples.failure("transient")));
        bench.tick(1, SECOND.multipliedBy(5));
        assertThat(seal(1, 1, 0)).isEmpty();
        open(1);
        assertThat(bench.state(1)).isEqualTo(JobState.RUNNING);
        assertThat(bench.statuses(1).getLast().progress().stripesDone()).isZero();
    }

    @Test
    void anotherSessionOfTheSameAttemptMeansThatTheFirstIsLost() {
        bench.request(Samples.backup(1, 1));
        open(1);
        open(1);
        assertThat(bench.job(1).attempt()).isEqualTo(Attempt.FIRST);
        bench.happen(1, 1, new Happening.Opened(Samples.opened(bench.open(1), 2)), MemberId.parse("session-2"));
        assertThat(bench.job(1).attempt()).isEqualTo(new Attempt(2));
        assertThat(Objects.requireNonNull(bench.job(1).failure()).code())
                .isEqualTo(CoordinatorFailure.SESSION_LOST.code());
    }

    @Test
    void aForeignMembersOwnFailureDoesNotEndTheHoldersSessionButALossDoes() {
        bench.request(Samples.backup(1, 1));
        open(1);
        MemberId other = MemberId.parse("session-2");
        bench.happen(1, 1, new Happening.SessionFailed(Samples.failure("transient")), other);
        assertThat(bench.state(1)).isEqualTo(JobState.RUNNING);
        FailureReport lost =
                new FailureReport(CoordinatorFailure.SESSION_LOST.code(), "transient", "it is gone", "wait");
        bench.happen(1, 1, new Happening.SessionFailed(lost), other);
        assertThat(bench.job(1).attempt()).isEqualTo(new Attempt(2));
    }

    /** J2: the turn of an instance passes on by itself. */
    @Test
    void backupsOfAnInstanceRunOneAfterTheOtherAndThoseOfOthersBeside() {
        bench.request(Samples.backup(2, 1));
        bench.request(Samples.backup(1, 1));
        bench.request(Samples.backup(3, 2));
        assertThat(bench.state(2)).isEqualTo(JobState.OPENING);
        assertThat(bench.state(1)).isEqualTo(JobState.ACCEPTED);
        assertThat(bench.state(3)).isEqualTo(JobState.OPENING);
        bench.happen(2, 1, new Happening.SessionFailed(Samples.failure("permanent")));
        assertThat(bench.state(1)).isEqualTo(JobState.OPENING);
    }

    @Test
    void aBackupThatWaitsForItsNextAttemptKeepsItsTurn() {
        bench.request(Samples.backup(1, 1));
        bench.request(Samples.backup(2, 1));
        bench.happen(1, 1, new Happening.SessionFailed(Samples.failure("transient")));
        assertThat(bench.state(2)).isEqualTo(JobState.ACCEPTED);
        bench.tick(1, SECOND.multipliedBy(5));
        assertThat(bench.state(1)).isEqualTo(JobState.OPENING);
    }

    @Test
    void publishingIsTriedAgainForEverMoreAndMoreSlowly() {
        toIndexing(1, 2);
        sealParts(1);
        for (int i = 0; i < 50; i++) {
            bench.happen(1, 1, new Happening.PublishFailed(Samples.failure("permanent")));
            bench.tick(1, Duration.ofMinutes(6));
        }
        assertThat(bench.state(1)).isEqualTo(JobState.PUBLISHING);
        assertThat(bench.sessions(SessionOrder.Publish.class)).hasSize(51);
        assertThat(bench.statuses(1).getLast().note()).contains("50 times");
        bench.happen(1, 1, new Happening.Published(SetId.of(Samples.job(1), Attempt.FIRST)));
        assertThat(bench.state(1)).isEqualTo(JobState.COMPLETE);
    }

    @Test
    void partsOfTheIndexThatFailTogetherAreOneFailure() {
        toIndexing(1, 2_500);
        for (int round = 1; round < bench.rules.stripeTries(); round++) {
            bench.happen(1, 1, new Happening.SessionFailed(Samples.failure("transient")));
            bench.happen(1, 1, new Happening.SessionFailed(Samples.failure("transient")));
            assertThat(bench.state(1)).isEqualTo(JobState.INDEXING);
            bench.tick(1, Duration.ofMinutes(1));
        }
        sealParts(1);
        assertThat(bench.state(1)).isEqualTo(JobState.PUBLISHING);
    }

    @Test
    void aLostSessionMattersNoMoreOnceAllIsSealed() {
        toIndexing(1, 2);
        FailureReport lost = new FailureReport(CoordinatorFailure.SESSION_LOST.code(), "transient", "gone", "wait");
        bench.happen(1, 1, new Happening.SessionFailed(lost));
        assertThat(bench.state(1)).isEqualTo(JobState.INDEXING);
        bench.happen(1, 1, new Happening.SessionFailed(Samples.failure("corrupt")));
        assertThat(bench.job(1).attempt()).isEqualTo(new Attempt(2));
    }

    /** J1, J2: every state has a lease that ends. */
    @Test
    void silenceIsAnsweredInEveryState() {
        bench.request(Samples.backup(1, 1));
        bench.tick(1, Duration.ofMinutes(61));
        assertThat(bench.job(1).attempt()).isEqualTo(new Attempt(2));
        bench.tick(1, SECOND.multipliedBy(5));
        bench.happen(1, 2, new Happening.Opened(Samples.opened(bench.open(1), 1)));
        bench.tick(1, Duration.ofMinutes(16));
        assertThat(bench.job(1).attempt()).isEqualTo(new Attempt(3));
        bench.tick(1, SECOND.multipliedBy(15));
        open(1);
        plan(1, 1);
        bench.happen(1, 3, new Happening.StripeProgress(new StripeNumber(0), ByteCount.of(1)));
        assertThat(LedgerBench.stripes(bench.tick(1, Duration.ofMinutes(4)))).containsExactly(0L);
        assertThat(LedgerBench.stripes(bench.tick(1, Duration.ofMinutes(31)))).containsExactly(0L);
        bench.tick(1, Duration.ofMinutes(31));
        assertThat(bench.job(1).attempt()).isEqualTo(new Attempt(4));
        bench.tick(1, SECOND.multipliedBy(45));
        bench.tick(1, Duration.ofMinutes(61));
        assertThat(bench.job(1).attempt()).isEqualTo(new Attempt(5));
        bench.tick(1, SECOND.multipliedBy(135));
        bench.tick(1, Duration.ofMinutes(61));
        assertThat(bench.state(1)).isEqualTo(JobState.FAILED);
    }

    @Test
    void whatAJobLeavesIsSweptAndTheJobForgottenAfterItsTime() {
        toIndexing(1, 1200);
        sealParts(1);
        bench.happen(1, 1, new Happening.Published(SetId.of(Samples.job(1), Attempt.FIRST)));
        for (int i = 0; i < 5; i++) {
            bench.tick(1, SECOND);
        }
        assertThat(bench.rows.rows.keySet())
                .allMatch(key -> key.startsWith("job/") || key.startsWith("ended/") || key.startsWith("instance/"));
        RowKey ended = bench.rows.keys(RowKey.ENDED, 1).getFirst();
        assertThat(bench.apply(new LedgerInput.Forget(ended))).containsExactly(new Command.Forget(Samples.job(1)));
        assertThat(bench.rows.rows).hasSize(1);
    }

    /** R4: a large plan is worked off in even steps. */
    @Test
    void fortyThousandStripesNeedLessThanAMillisecondEach() {
        int stripes = 40_000;
        long begin = System.nanoTime();
        toIndexing(1, stripes);
        sealParts(1);
        assertThat(bench.state(1)).isEqualTo(JobState.PUBLISHING);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofMillis(stripes));
        assertThat(bench.rows.rows.values()).noneMatch(Row.Order.class::isInstance);
    }

    @Test
    void whatSpeaksAgainstTheEncryptorsStandsInEveryStatusOnceTheBackupIsOpen() {
        bench.request(Samples.backup(1, 1));
        bench.happen(
                1, 1, new Happening.Opened(Samples.warning(Samples.opened(bench.open(1), 1), "it was never exported")));
        assertThat(bench.statuses(1).getFirst().warning()).isNull();
        assertThat(bench.statuses(1).getLast().warning()).isEqualTo("it was never exported");
        bench.request(Samples.cancel(2, 1, 1));
        assertThat(bench.statuses(1).getLast().state()).isEqualTo(JobState.CANCELLED);
        assertThat(bench.statuses(1).getLast().warning()).isEqualTo("it was never exported");
    }
}
