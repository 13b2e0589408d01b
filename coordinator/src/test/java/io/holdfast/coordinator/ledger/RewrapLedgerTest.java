package io.holdfast.coordinator.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.coordinator.CoordinatorFailure;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.session.RewrapCounts;
import io.holdfast.protocol.session.SessionOrder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RewrapLedgerTest {
    private final LedgerBench bench = new LedgerBench();

    private List<SessionOrder.RewrapSets> orders() {
        return bench.sessions(SessionOrder.RewrapSets.class);
    }

    private static SetId set(int number) {
        return SetId.of(Samples.job(number), Attempt.FIRST);
    }

    private void done(int part, RewrapCounts counts, long left) {
        done(part, counts, left, null);
    }

    private void done(int part, RewrapCounts counts, long left, @Nullable FailureReport failure) {
        bench.happen(1, 1, new Happening.SetsRewrapped(part, counts, set(100 + part), left, failure));
    }

    private static RewrapCounts rewrapped(long sets) {
        return new RewrapCounts(sets, 0, 0, 0);
    }

    private JobStatus last() {
        return bench.statuses(1).getLast();
    }

    @Test
    void setsAreChangedPartAfterPartAndTheJobSaysWhatBecameOfThem() {
        bench.request(Samples.rewrap(1, 1, null));
        assertThat(orders()).singleElement().satisfies(order -> {
            assertThat(order.after()).isNull();
            assertThat(order.most()).isEqualTo(1_000);
        });

        done(0, rewrapped(1_000), 500);
        assertThat(bench.state(1)).isEqualTo(JobState.RUNNING);
        assertThat(orders().getLast().after()).isEqualTo(set(100));
        bench.tick(1, Duration.ofSeconds(1));
        assertThat(last().progress().stripesDone()).isEqualTo(1_000);
        assertThat(last().progress().stripesPlanned()).isEqualTo(1_500);
        done(1, new RewrapCounts(400, 90, 10, 0), 0);

        assertThat(bench.state(1)).isEqualTo(JobState.COMPLETE);
        assertThat(last().note())
                .isEqualTo("sets: 1,400 rewrapped, 90 opened by exactly these encryptors already, 10 not encrypted");
        assertThat(orders()).hasSize(2);
    }

    @Test
    void anInstanceWithoutSetsIsDone() {
        bench.request(Samples.rewrap(1, 1, null));
        bench.happen(1, 1, new Happening.SetsRewrapped(0, RewrapCounts.NONE, null, 0, null));
        assertThat(bench.state(1)).isEqualTo(JobState.COMPLETE);
        assertThat(last().note()).isEqualTo("no sets");
    }

    @Test
    void aRateBoundsEachSecond() {
        bench.request(Samples.rewrap(1, 1, 50));
        assertThat(orders().getLast().most()).isEqualTo(50);
        done(0, rewrapped(50), 100);
        assertThat(orders()).hasSize(1);
        bench.tick(1, Duration.ofMillis(900));
        assertThat(orders()).hasSize(1);
        bench.tick(1, Duration.ofMillis(100));
        assertThat(orders()).hasSize(2);
    }

    @Test
    void aReportThatComesTwiceCountsOnce() {
        bench.request(Samples.rewrap(1, 1, null));
        done(0, rewrapped(10), 20);
        done(0, rewrapped(10), 20);
        assertThat(orders()).hasSize(2);
        done(1, rewrapped(20), 0);
        assertThat(last().note()).isEqualTo("sets: 30 rewrapped");
    }

    @Test
    void setsThatFailDoNotStopTheOthersAndTheJobFailsInTheEnd() {
        FailureReport why = Samples.failure("corrupt");
        bench.request(Samples.rewrap(1, 1, null));
        done(0, new RewrapCounts(998, 0, 0, 2), 5, why);
        assertThat(bench.state(1)).isEqualTo(JobState.RUNNING);
        done(1, rewrapped(5), 0);
        assertThat(bench.state(1)).isEqualTo(JobState.FAILED);
        assertThat(last().failure()).isEqualTo(why);
        assertThat(last().note()).isEqualTo("sets: 1,003 rewrapped, 2 NOT REWRAPPED");
    }

    @Test
    void aJobThatOnlyFailsIsEnded() {
        bench.request(Samples.rewrap(1, 1, null));
        done(0, new RewrapCounts(0, 0, 0, 1_000), 99_000, Samples.failure("denied"));
        assertThat(bench.state(1)).isEqualTo(JobState.FAILED);
        assertThat(orders()).hasSize(1);
    }

    @Test
    void anOrderThatFailsIsGivenAgainAndTwelveInARowEndTheJob() {
        bench.request(Samples.rewrap(1, 1, null));
        done(0, rewrapped(10), 20);
        for (int failure = 1; failure < LedgerRules.REWRAP_FAILURES; failure++) {
            bench.happen(1, 1, new Happening.SessionFailed(Samples.failure("transient")));
            bench.happen(1, 1, new Happening.SessionFailed(Samples.failure("transient")));
            assertThat(orders()).hasSize(1 + failure);
            assertThat(Objects.requireNonNull(last().note())).contains("failed " + failure + " times");
            bench.tick(1, Duration.ofMinutes(5));
            assertThat(orders()).hasSize(2 + failure);
            assertThat(orders().getLast()).isEqualTo(orders().get(1));
        }
        bench.happen(1, 1, new Happening.SessionFailed(Samples.failure("transient")));
        assertThat(bench.state(1)).isEqualTo(JobState.FAILED);
    }

    @Test
    void whatCanNeverSucceedIsNotTriedAgain() {
        bench.request(Samples.rewrap(1, 1, null));
        bench.happen(1, 1, new Happening.SessionFailed(Samples.failure("permanent")));
        assertThat(bench.state(1)).isEqualTo(JobState.FAILED);
    }

    @Test
    void silenceIsAnsweredByTheSameOrder() {
        bench.request(Samples.rewrap(1, 1, null));
        bench.tick(1, Duration.ofMinutes(16));
        bench.tick(1, Duration.ofMinutes(1));
        assertThat(orders()).hasSize(2);
        assertThat(Objects.requireNonNull(last().failure()).code()).isEqualTo(CoordinatorFailure.REWRAP_SILENT.code());
    }

    @Test
    void anInstanceHasOneSuchJobAtATime() {
        bench.request(Samples.rewrap(1, 1, null));
        bench.request(Samples.rewrap(2, 1, null));
        bench.request(Samples.rewrap(3, 2, null));
        assertThat(bench.said(2, Happening.Rejected.class).getFirst().failure().code())
                .isEqualTo(CoordinatorFailure.REWRAP_RUNS.code());
        assertThat(bench.state(3)).isEqualTo(JobState.OPENING);
        bench.request(Samples.cancel(4, 1, 1));
        assertThat(bench.state(1)).isEqualTo(JobState.CANCELLED);
        bench.request(Samples.rewrap(5, 1, null));
        assertThat(bench.state(5)).isEqualTo(JobState.OPENING);
    }
}
