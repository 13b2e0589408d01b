package io.holdfast.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdfast.catalog.CatalogEntry;
import io.holdfast.catalog.CatalogReader;
import io.holdfast.catalog.RepositoryCatalog;
import io.holdfast.catalog.StripeIndex;
import io.holdfast.coordinator.ledger.Samples;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.messaging.follow.StatusFollower;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.repository.Repository;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Two coordinators over a real broker, a repository in a folder and keys in memory; the database and the workers are small fakes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CoordinatorTest {
    private static final Duration PATIENCE = Duration.ofSeconds(150);

    private TestFleet fleet;
    private Coordinator first;
    private TestWorker worker;
    private StatusFollower statuses;

    @BeforeAll
    void start(@TempDir Path folder) throws InterruptedException {
        fleet = new TestFleet(folder);
        first = fleet.coordinator();
        fleet.coordinator();
        worker = fleet.worker();
        statuses = fleet.statuses();
    }

    @AfterAll
    void stop() {
        fleet.close();
    }

    private JobStatus ended(int job) {
        JobId id = Samples.job(job);
        await().atMost(PATIENCE).until(() -> TestFleet.state(statuses, id).terminal());
        return statuses.current(id).orElseThrow();
    }

    private void inState(int job, JobState state) {
        await().atMost(PATIENCE).until(() -> TestFleet.state(statuses, Samples.job(job)) == state);
    }

    @Test
    void backupsAreMadePublishedInARowAndVerified() {
        fleet.send(Samples.backup(1, 1));
        fleet.send(Samples.backup(2, 1));
        JobStatus second = ended(2);
        assertThat(ended(1).state()).isEqualTo(JobState.COMPLETE);
        assertThat(second.state()).isEqualTo(JobState.COMPLETE);
        assertThat(second.progress().stripesDone()).isEqualTo(second.progress().stripesPlanned());
        SetId last = lastOfTheRow();
        fleet.send(Samples.verify(3, 1));
        assertThat(ended(3).state()).isEqualTo(JobState.COMPLETE);
        assertThat(ended(3).set()).isEqualTo(last);
        assertThat(fleet.engine.open.get()).isZero();
        keyEnds(1);
        keyEnds(2);
    }

    /** Two sets of one instance, chained: the last of them. */
    private SetId lastOfTheRow() {
        PinnedKeys pinned = new PinnedKeys(fleet.keys.publicKeys());
        try (CatalogReader catalog = CatalogReader.start(fleet.kafka, fleet.topics, pinned);
                Repository repository = fleet.repository()) {
            catalog.awaitCaughtUp(PATIENCE);
            // Which of two jobs is first is not promised: their records may lie in different partitions.
            List<CatalogEntry> row = Stream.of(1, 2)
                    .map(job -> catalog.set(SetId.of(Samples.job(job), Attempt.FIRST))
                            .orElseThrow())
                    .sorted(Comparator.comparingLong(entry -> entry.body().sequence()))
                    .toList();
            CatalogEntry one = row.getFirst();
            CatalogEntry two = row.getLast();
            assertThat(two.body().sequence()).isEqualTo(one.body().sequence() + 1);
            assertThat(two.body().previousDigest()).isEqualTo(one.digest());
            assertThat(StripeIndex.read(
                            repository, two.body().context(), two.body().index()))
                    .hasSize((int) two.body().totals().stripes());
            return two.body().context().set();
        }
    }

    private void keyEnds(int job) {
        await().atMost(PATIENCE).until(() -> !fleet.hasKey(Samples.job(job)));
    }

    @Test
    void aBackupSurvivesTheEndOfAnyCoordinatorAndItsNextAttemptSucceeds() throws InterruptedException {
        worker.paused = true;
        fleet.send(Samples.backup(11, 2));
        inState(11, JobState.RUNNING);
        first.close();
        Coordinator next = fleet.coordinator();
        worker.paused = false;
        JobStatus status = ended(11);
        assertThat(status.state()).isEqualTo(JobState.COMPLETE);
        assertThat(status.attempt().number()).isBetween(1L, 3L);
        first = next;
    }

    @Test
    void aRunningBackupIsCancelledAndItsSessionEnds() {
        worker.paused = true;
        fleet.send(Samples.backup(21, 1));
        inState(21, JobState.RUNNING);
        assertThat(fleet.hasKey(Samples.job(21))).isTrue();
        fleet.send(Samples.cancel(22, 1, 21));
        assertThat(ended(21).state()).isEqualTo(JobState.CANCELLED);
        assertThat(ended(22).state()).isEqualTo(JobState.COMPLETE);
        worker.paused = false;
        await().atMost(PATIENCE).until(() -> fleet.engine.open.get() == 0);
        keyEnds(21);
    }

    /** C2: afterwards other encryptors open the sets, whose data is as it was. */
    @Test
    void theSetsOfAnInstanceAreGivenOtherEncryptors() {
        fleet.send(Samples.backup(41, 2));
        assertThat(ended(41).state()).isEqualTo(JobState.COMPLETE);
        List<EncryptorName> escrow = List.of(EncryptorName.parse("escrow"));
        fleet.send(new JobRequest.Rewrap(1, Samples.job(42), Samples.instance(2), null, escrow, null));
        JobStatus rewrapped = ended(42);
        assertThat(rewrapped.state()).as("%s", rewrapped).isEqualTo(JobState.COMPLETE);
        assertThat(rewrapped.note()).contains(" rewrapped");
        PinnedKeys pinned = new PinnedKeys(fleet.keys.publicKeys());
        try (CatalogReader catalog = CatalogReader.start(fleet.kafka, fleet.topics, pinned);
                Repository repository = fleet.repository()) {
            catalog.awaitCaughtUp(PATIENCE);
            CatalogEntry set =
                    catalog.set(SetId.of(Samples.job(41), Attempt.FIRST)).orElseThrow();
            assertThat(set.keys().version()).isEqualTo(2);
            assertThat(set.keys().keys()).extracting(WrappedKey::encryptor).isEqualTo(escrow);
            assertThat(RepositoryCatalog.entry(repository, set.body().set(), pinned))
                    .contains(set);
        }
        fleet.send(new JobRequest.Rewrap(1, Samples.job(43), Samples.instance(2), null, escrow, null));
        assertThat(ended(43).note()).contains("opened by exactly these encryptors already");
    }

    @Test
    void rubbishDoesNotStopAPartition() {
        for (int i = 0; i < 20; i++) {
            fleet.send("rubbish" + i, "rubbish".getBytes(StandardCharsets.UTF_8));
        }
        fleet.send(Samples.restore(31, 1));
        inState(31, JobState.OPENING);
        fleet.send(Samples.cancel(32, 1, 31));
        assertThat(ended(31).state()).isEqualTo(JobState.CANCELLED);
    }
}
