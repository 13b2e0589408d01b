package io.holdfast.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdfast.catalog.CatalogEntry;
import io.holdfast.catalog.CatalogReader;
import io.holdfast.coordinator.ledger.Samples;
import io.holdfast.engine.ConnectionEncryption;
import io.holdfast.engine.InstanceConfig;
import io.holdfast.engine.postgresql.PostgresEngine;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.localservers.PostgresOptions;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.messaging.follow.StatusFollower;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.Access;
import io.holdfast.runtime.config.SecretRef;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions on a real PostgreSQL; stripes are answered by small fakes, so nothing is read from its files. */
class PostgresBackupTest {
    private static final Duration PATIENCE = Duration.ofSeconds(150);

    @TempDir
    Path folder;

    private static JobStatus ended(StatusFollower statuses, int job) {
        JobId id = Samples.job(job);
        await().atMost(PATIENCE).until(() -> TestFleet.state(statuses, id).terminal());
        return statuses.current(id).orElseThrow();
    }

    @Test
    void aBackupOfARealServerIsOpenedClosedAndPublishedAndLeavesNoSlotBehind() throws InterruptedException {
        PostgresOptions options = PostgresOptions.in(
                ServersForTests.folder("coordinator").resolve("server"), ServersForTests.postgres(18));
        try (PrivatePostgres server = PrivatePostgres.start(options);
                TestFleet fleet = new TestFleet(folder)) {
            fleet.instance(
                    Samples.instance(1),
                    new InstanceConfig(
                            "127.0.0.1",
                            server.port(),
                            "postgres",
                            server.superuser(),
                            Optional.of(SecretRef.parse("file:" + server.passwordFile())),
                            ConnectionEncryption.Mode.DISABLE,
                            Optional.empty(),
                            Access.SQL,
                            Optional.empty()));
            fleet.coordinator(new PostgresEngine());
            TestWorker worker = fleet.worker();
            StatusFollower statuses = fleet.statuses();
            fleet.send(Samples.backup(1, 1));
            assertThat(ended(statuses, 1).state()).isEqualTo(JobState.COMPLETE);
            PinnedKeys pinned = new PinnedKeys(fleet.keys.publicKeys());
            try (CatalogReader catalog = CatalogReader.start(fleet.kafka, fleet.topics, pinned)) {
                catalog.awaitCaughtUp(PATIENCE);
                CatalogEntry set =
                        catalog.set(SetId.of(Samples.job(1), Attempt.FIRST)).orElseThrow();
                assertThat(set.body().stopLsn()).isGreaterThan(set.body().startLsn());
                assertThat(set.body().server().major()).isEqualTo(18);
            }
            worker.paused = true;
            fleet.send(Samples.backup(2, 1));
            await().atMost(PATIENCE).until(() -> TestFleet.state(statuses, Samples.job(2)) == JobState.RUNNING);
            server.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'holdfast%'");
            await().atMost(PATIENCE)
                    .until(() -> statuses.current(Samples.job(2))
                                    .orElseThrow()
                                    .attempt()
                                    .number()
                            > 1);
            worker.paused = false;
            assertThat(ended(statuses, 2).state()).isEqualTo(JobState.COMPLETE);
            await().atMost(PATIENCE).until(() -> "0".equals(server.ask("SELECT count(*) FROM pg_replication_slots")));
        }
    }
}
