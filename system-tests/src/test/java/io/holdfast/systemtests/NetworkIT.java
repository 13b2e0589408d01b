package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.localservers.LinkFault;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.JobRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * The network between the processes and Kafka, the gateway or the database cuts connections at any byte, swallows everything, or is
 * slow, from a seed, while a backup runs: it comes to an end by itself, and with a network that is well again the next one succeeds
 * and restores the same. {@code -Dholdfast.network.runs=36} runs more of them, {@code -Dholdfast.network.seed=N} begins elsewhere.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NetworkIT {
    private static final int RUNS = Integer.getInteger("holdfast.network.runs", 3);
    private static final long FIRST = Long.getLong("holdfast.network.seed", 0);
    private static final InstanceName INSTANCE = InstanceName.parse("main");
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration MOST = Duration.ofMinutes(4);
    private static final int LONGEST_MILLIS = 12_000;
    private static final int UNREADY = 503;
    private static final int READY = 200;

    private PrivatePostgres database;
    private BadNetwork network;
    private Site site;

    /** What one seed does: the first three cut connections to each of the three. */
    private record Trouble(
            long seed, BadNetwork.Behind behind, LinkFault fault, RepositoryName repository, int millis) {
        static Trouble of(long seed) {
            Random random = new Random((seed + 1) * 0x9E3779B97F4A7C15L);
            BadNetwork.Behind[] all = BadNetwork.Behind.values();
            LinkFault fault = switch ((int) (seed / all.length % 3)) {
                case 0 -> new LinkFault.Cut(random.nextLong(), all[(int) (seed % all.length)].most());
                case 1 -> new LinkFault.Stalled();
                default -> new LinkFault.Slow(50_000 + random.nextInt(200_000));
            };
            return new Trouble(
                    seed,
                    all[(int) (seed % all.length)],
                    fault,
                    random.nextBoolean() ? Site.FILE : Site.KAFKA,
                    LONGEST_MILLIS / 2 + random.nextInt(LONGEST_MILLIS / 2));
        }
    }

    @BeforeAll
    void start() throws Exception {
        database = Databases.filled(18, 40);
        network = new BadNetwork(database.port());
        site = new Site(Map.of(INSTANCE, database), "1MiB", network);
    }

    @AfterAll
    void stop() throws Exception {
        network.heal();
        site.close();
        network.close();
        database.close();
    }

    /** J1: whatever the network does, each job comes to an end. */
    @TestFactory
    Stream<DynamicTest> whateverTheNetworkDoesJobsEndAndTheNextOneSucceeds() {
        return LongStream.range(FIRST, FIRST + RUNS)
                .mapToObj(Trouble::of)
                .map(trouble -> DynamicTest.dynamicTest(trouble.toString(), () -> endure(trouble)));
    }

    private void endure(Trouble trouble) throws Exception {
        long before = network.proxy(trouble.behind()).cuts();
        JobRequest job = Site.backup(INSTANCE, trouble.repository(), Access.SQL);
        begin(trouble, job);
        Thread.sleep(trouble.millis());
        network.heal();
        if (trouble.fault() instanceof LinkFault.Cut) {
            assertThat(network.proxy(trouble.behind()).cuts()).isGreaterThan(before);
        }
        JobStatus end = site.end(job, MOST);
        if (end.state() != JobState.COMPLETE) {
            assertThat(end.failure()).as("%s %s", end, site.logs()).isNotNull();
            site.complete(Site.backup(INSTANCE, trouble.repository(), Access.SQL));
        }
        Path target = ServersForTests.folder("network-" + trouble.seed());
        site.complete(Site.restore(INSTANCE, target.resolve("data"), AfterRestore.LEAVE));
        Databases.requireSame(database, target);
    }

    /** Kafka goes bad once it has the job; the others before, for keys are asked for at the beginning only. */
    private void begin(Trouble trouble, JobRequest job) {
        if (trouble.behind() == BadNetwork.Behind.KAFKA) {
            site.client().submit(job, PATIENCE);
            network.proxy(trouble.behind()).become(trouble.fault());
        } else {
            network.proxy(trouble.behind()).become(trouble.fault());
            site.client().submit(job, PATIENCE);
        }
    }

    /** J1: brokers that take connections and do not answer are told once, and the processes are not ready until they answer. */
    @Test
    void kafkaThatDoesNotAnswerIsToldAndItsReturnToo() throws Exception {
        List<String> processes = List.of("coordinator", "worker-1");
        network.proxy(BadNetwork.Behind.KAFKA).become(new LinkFault.Stalled());
        for (String process : processes) {
            Patience.until(PATIENCE, process + " is not ready", () -> ready(process) == UNREADY);
            Patience.until(PATIENCE, process + " says so", () -> log(process).contains("cannot be reached"));
        }
        network.heal();
        for (String process : processes) {
            Patience.until(PATIENCE, process + " is ready again", () -> ready(process) == READY);
            Patience.until(PATIENCE, process + " says so", () -> log(process).contains("is reached again"));
        }
        site.complete(Site.backup(INSTANCE, Site.FILE, null));
    }

    /** J1: a restart of the database that takes longer than three attempts in a row is survived by the job that it hits. */
    @Test
    void aDatabaseThatIsAwayForAWhileDoesNotFailItsBackup() throws Exception {
        JobRequest job = Site.backup(INSTANCE, Site.FILE, Access.SQL);
        database.kill();
        site.client().submit(job, PATIENCE);
        Patience.until(
                PATIENCE,
                "three attempts failed",
                () -> site.client()
                        .job(job.id())
                        .filter(now -> now.attempt().number() > 3)
                        .isPresent());
        database.start();
        JobStatus end = site.end(job, MOST);
        assertThat(end.state()).as("%s %s", end, site.logs()).isEqualTo(JobState.COMPLETE);
    }

    private int ready(String process) throws Exception {
        return HealthClient.of(log(process)).get("/health/ready").status();
    }

    private String log(String process) {
        return site.process(process).log();
    }
}
