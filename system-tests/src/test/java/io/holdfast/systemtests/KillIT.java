package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.client.JobIds;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.JobRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * J1: a process is killed in the middle of a job; the job comes to an end by itself, and a retried one succeeds. All tests hurt the
 * same fleet, one after the other.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KillIT {
    private static final InstanceName INSTANCE = InstanceName.parse("main");
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** The time within which a job must end by itself: that of the lease of a stripe, which is the longest that it waits for. */
    private static final Duration MOST = Duration.ofMinutes(3);

    private PrivatePostgres database;
    private Site site;

    @BeforeAll
    void start() throws Exception {
        database = Databases.filled(18, 60);
        site = new Site(Map.of(INSTANCE, database), "1MiB", SiteTuning.SLOW_READING);
    }

    @AfterAll
    void stop() throws Exception {
        site.close();
        database.close();
    }

    /** J1: a worker that is killed holds no job up. */
    @Test
    void aKilledWorkerIsReplacedByTheOther() throws Exception {
        JobRequest job = backUpUntilProgress();
        assertThat(site.process("worker-1").kill()).isEqualTo(FleetProcess.KILLED);
        // Nobody starts it again: the other worker takes its stripe over.
        assertThat(endThenRetry(job)).as("%s", site.logs()).isEqualTo(JobState.COMPLETE);
        site.process("worker-1").startAgain();
    }

    /** J1: a coordinator that is killed leaves no job running for ever. */
    @Test
    void aKilledCoordinatorLeavesNoJobBehind() throws Exception {
        JobRequest job = backUpUntilProgress();
        assertThat(site.process("coordinator").kill()).isEqualTo(FleetProcess.KILLED);
        site.process("coordinator").startAgain();
        endThenRetry(job);
    }

    /** J2: what a dead process held is held by nobody; the next job starts by itself. */
    @Test
    void aSecondCoordinatorTakesOverWhenTheFirstIsKilled() throws Exception {
        site.start("coordinator", "coordinator-2");
        JobRequest job = backUpUntilProgress();
        assertThat(site.process("coordinator").kill()).isEqualTo(FleetProcess.KILLED);
        // The first one stays dead.
        endThenRetry(job);
        site.process("coordinator").startAgain();
        site.process("coordinator-2").close();
    }

    /** J1: a broker that is killed and comes back. */
    @Test
    void aKilledBrokerComesBackAndTheJobGoesOnOrEnds() throws Exception {
        JobRequest job = backUpUntilProgress();
        assertThat(site.broker().kill()).isEqualTo(FleetProcess.KILLED);
        site.broker().startAgain();
        endThenRetry(job);
    }

    /** J1: an agent that is killed goes on. */
    @Test
    void aKilledAgentGoesOnWhereItWas() throws Exception {
        site.complete(Site.backup(INSTANCE, Site.FILE, null));
        Path target = ServersForTests.folder("restored");
        JobRequest job = Site.restore(INSTANCE, target.resolve("data"), AfterRestore.LEAVE);
        site.client().submit(job, PATIENCE);
        // Its own notes of what is placed: the job's status is a second late, which may be all that the restore takes.
        Path placed = target.resolve("data/.holdfast-restore/files");
        Patience.until(PATIENCE, "the agent has placed some stripes", () -> entries(placed) >= 3);
        assertThat(site.process("agent").kill()).isEqualTo(FleetProcess.KILLED);
        assertThat(target.resolve("data/global/pg_control"))
                .as("a half-restored instance cannot start")
                .doesNotExist();
        site.process("agent").startAgain();
        assertThat(site.end(job, MOST).state()).as("%s", site.logs()).isEqualTo(JobState.COMPLETE);
        Databases.requireSame(database, target);
        backUpAndRestore();
    }

    @Test
    void whatACancelledBackupLeftIsCleanedUpAndARunningOneIsNot() throws Exception {
        JobStatus complete = site.complete(Site.backup(INSTANCE, Site.FILE, null));
        JobRequest cancelled = backUpUntilProgress();
        site.complete(new JobRequest.Cancel(1, JobIds.next(), INSTANCE, cancelled.id()));
        assertThat(site.end(cancelled, MOST).state()).isEqualTo(JobState.CANCELLED);
        JobRequest running = backUpUntilProgress();
        HoldfastCommand.Outcome listed = site.command().run("cleanup", "--repository", "main", "--dry-run", "--json");
        assertThat(listed.exit()).as("%s", listed).isZero();
        assertThat(listed.out())
                .contains(found(cancelled.id() + "-1", "left-over"))
                .contains(found(running.id() + "-1", "running"))
                .contains(found(String.valueOf(complete.set()), "complete"));
        HoldfastCommand.Outcome cleaned = site.command().run("cleanup", "--repository", "main");
        assertThat(cleaned.exit()).as("%s", cleaned).isZero();
        assertThat(cleaned.out()).contains(cancelled.id().text()).contains("removed");
        assertThat(site.end(running, MOST).state()).as("%s", site.logs()).isEqualTo(JobState.COMPLETE);
        HoldfastCommand.Outcome after = site.command().run("cleanup", "--repository", "main", "--json");
        assertThat(after.out())
                .doesNotContain(cancelled.id().text())
                .contains(found(running.id() + "-1", "complete"))
                .contains(found(String.valueOf(complete.set()), "complete"));
        restoreAndCompare();
    }

    private static String found(String set, String kind) {
        return "\"set\":\"" + set + "\",\"kind\":\"" + kind + "\",\"removed\":false";
    }

    private static int entries(Path folder) {
        String[] names = folder.toFile().list();
        return names == null ? 0 : names.length;
    }

    private JobRequest backUpUntilProgress() throws Exception {
        JobRequest job = Site.backup(INSTANCE, Site.FILE, null);
        site.client().submit(job, PATIENCE);
        Patience.until(PATIENCE, "some stripes are sealed", () -> {
            JobStatus now = site.client().job(job.id()).orElseThrow();
            assertThat(now.state().terminal())
                    .as("the backup was over before the kill")
                    .isFalse();
            return now.state() == JobState.RUNNING && now.progress().stripesDone() >= 5;
        });
        return job;
    }

    /** How the job ended; another one after it has succeeded. */
    private JobState endThenRetry(JobRequest job) throws Exception {
        JobStatus end = site.end(job, MOST);
        assertThat(end.state().terminal()).isTrue();
        if (end.state() != JobState.COMPLETE) {
            assertThat(end.failure()).isNotNull();
        }
        backUpAndRestore();
        return end.state();
    }

    private void backUpAndRestore() throws Exception {
        site.complete(Site.backup(INSTANCE, Site.FILE, null));
        restoreAndCompare();
    }

    private void restoreAndCompare() throws Exception {
        Path target = ServersForTests.folder("restored");
        site.complete(Site.restore(INSTANCE, target.resolve("data"), AfterRestore.LEAVE));
        Databases.requireSame(database, target);
    }
}
