package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.client.JobIds;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.job.OnNotEmpty;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * Anything is killed at any moment of a backup or a restore, from a seed: the job comes to an end by itself, the next one succeeds and
 * restores the same, and what failed attempts left is listed and removed while complete sets stay. All runs hurt the same fleet.
 * {@code -Dholdfast.fire.runs=100} runs more of them, {@code -Dholdfast.fire.seed=N} begins with another seed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FireIT {
    private static final int RUNS = Integer.getInteger("holdfast.fire.runs", 2);
    private static final long FIRST = Long.getLong("holdfast.fire.seed", 1);
    private static final InstanceName INSTANCE = InstanceName.parse("main");
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration MOST = Duration.ofMinutes(4);
    private static final int LONGEST_WAIT_MILLIS = 6_000;

    /** What is killed; the first ones are not in {@link KillIT}. */
    private enum Victim {
        AGENT,
        GATEWAY,
        DATABASE,
        WORKER,
        COORDINATOR,
        BROKER,
        STALLED_WORKER
    }

    /** What one seed does. */
    private record Blow(long seed, Victim victim, RepositoryName repository, Access access, int after, int down) {
        static Blow of(long seed) {
            // Neighbouring seeds would begin alike.
            Random random = new Random(seed * 0x9E3779B97F4A7C15L);
            Victim[] all = Victim.values();
            return new Blow(
                    seed,
                    all[(int) (seed % all.length)],
                    random.nextBoolean() ? Site.FILE : Site.KAFKA,
                    random.nextBoolean() ? Access.SQL : Access.FILES,
                    random.nextInt(LONGEST_WAIT_MILLIS),
                    random.nextInt(LONGEST_WAIT_MILLIS));
        }

        boolean atRestore() {
            return victim == Victim.AGENT || ((seed / Victim.values().length) % 2 == 1 && victim != Victim.DATABASE);
        }
    }

    private final Set<SetId> complete = new TreeSet<>(Comparator.comparing(SetId::text));
    private PrivatePostgres database;
    private Site site;

    @BeforeAll
    void start() throws Exception {
        database = Databases.filled(18, 60);
        site = new Site(Map.of(INSTANCE, database), "1MiB", SiteTuning.SLOW_READING);
        for (RepositoryName repository : List.of(Site.FILE, Site.KAFKA)) {
            remember(site.complete(Site.backup(INSTANCE, repository, null)));
        }
    }

    @AfterAll
    void stop() throws Exception {
        site.close();
        database.close();
    }

    /** J1: anything may be killed at any moment; each job comes to an end. */
    @TestFactory
    Stream<DynamicTest> whateverIsKilledJobsEndAndTheNextOneSucceeds() {
        return LongStream.range(FIRST, FIRST + RUNS)
                .mapToObj(Blow::of)
                .map(blow -> DynamicTest.dynamicTest(blow.toString(), () -> strike(blow)));
    }

    private void strike(Blow blow) throws Exception {
        Path target = ServersForTests.folder("fire-" + blow.seed());
        JobRequest job = blow.atRestore()
                ? restore(target, OnNotEmpty.REFUSE)
                : Site.backup(INSTANCE, blow.repository(), blow.access());
        site.client().submit(job, PATIENCE);
        Thread.sleep(blow.after());
        kill(blow);
        JobStatus end = end(job);
        if (end.state() != JobState.COMPLETE) {
            assertThat(end.failure()).as("%s %s", end, site.logs()).isNotNull();
        } else if (job instanceof JobRequest.Backup) {
            remember(end);
        }
        remember(site.complete(Site.backup(INSTANCE, blow.repository(), blow.access())));
        if (!blow.atRestore() || end.state() != JobState.COMPLETE) {
            site.complete(restore(target, OnNotEmpty.REPLACE));
        }
        Databases.requireSame(database, target);
        cleanUp();
    }

    private static JobRequest restore(Path target, OnNotEmpty onNotEmpty) {
        return new JobRequest.Restore(
                1,
                JobIds.next(),
                INSTANCE,
                null,
                Site.AGENT,
                target.resolve("data").toString(),
                null,
                onNotEmpty,
                AfterRestore.LEAVE);
    }

    private void kill(Blow blow) throws Exception {
        switch (blow.victim()) {
            case AGENT -> kill("agent", blow.down());
            case GATEWAY -> kill("gateway", blow.down());
            case WORKER -> kill("worker-1", blow.down());
            case COORDINATOR -> kill("coordinator", blow.down());
            case DATABASE -> {
                database.kill();
                Thread.sleep(blow.down());
                database.start();
            }
            case BROKER -> {
                assertThat(site.broker().kill()).isEqualTo(FleetProcess.KILLED);
                Thread.sleep(blow.down());
                site.broker().startAgain();
            }
            case STALLED_WORKER -> {
                // Longer than the lock on its orders: another one does them, and it comes back and goes on.
                site.process("worker-1").signal("STOP");
                Thread.sleep(40_000 + blow.down());
                site.process("worker-1").signal("CONT");
            }
        }
    }

    private void kill(String process, int down) throws Exception {
        assertThat(site.process(process).kill()).isEqualTo(FleetProcess.KILLED);
        Thread.sleep(down);
        site.process(process).startAgain();
    }

    private JobStatus end(JobRequest job) throws Exception {
        JobStatus end = site.end(job, MOST);
        assertThat(end.state().terminal()).as("%s", end).isTrue();
        return end;
    }

    private void remember(JobStatus backup) {
        SetId set = backup.set();
        assertThat(set).isNotNull();
        complete.add(set);
    }

    /** Nothing but complete sets is there once it was cleaned up, and all of them. */
    private void cleanUp() throws Exception {
        StringBuilder found = new StringBuilder();
        for (RepositoryName repository : List.of(Site.FILE, Site.KAFKA)) {
            HoldfastCommand.Outcome cleaned = site.command().run("cleanup", "--repository", repository.text());
            assertThat(cleaned.exit()).as("%s", cleaned).isZero();
            HoldfastCommand.Outcome after =
                    site.command().run("cleanup", "--repository", repository.text(), "--dry-run", "--json");
            assertThat(after.exit()).as("%s", after).isZero();
            assertThat(after.out()).doesNotContain("\"left-over\"", "\"running\"");
            found.append(after.out());
        }
        for (SetId set : complete) {
            assertThat(found).contains("\"set\":\"" + set + "\",\"kind\":\"complete\"");
        }
    }
}
