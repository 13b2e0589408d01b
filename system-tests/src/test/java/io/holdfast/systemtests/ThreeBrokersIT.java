package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.cli.platform.FleetFolder;
import io.holdfast.localservers.BrokerCluster;
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
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A cluster of three brokers, topics with three copies. {@code -Dholdfast.brokers.seed=N} chooses another broker and another moment.
 */
class ThreeBrokersIT {
    private static final long SEED = Long.getLong("holdfast.brokers.seed", 1);
    private static final InstanceName INSTANCE = InstanceName.parse("main");
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration MOST = Duration.ofMinutes(4);
    private static final int LATEST_MILLIS = 3_000;
    private static final int UNANSWERED_MILLIS = 3_000;
    private static final int KILLED = 137;

    /** Processes that use the cluster and keep three copies of all topics. */
    private record OnCluster(BrokerCluster cluster) implements SiteTuning {
        @Override
        public Optional<String> brokers() {
            return Optional.of(cluster.bootstrapServers());
        }

        @Override
        public void configure(FleetFolder fleet) throws Exception {
            for (String process : new String[] {"coordinator", "worker", "agent"}) {
                SiteTuning.replace(fleet.config(process), "replicationFactor: 1", "replicationFactor: 3");
            }
            SiteTuning.replace(fleet.client(), "replicationFactor: 1", "replicationFactor: 3");
        }
    }

    /** J1: with one of them gone a backup goes on; with two gone it waits, and goes on when one is back. */
    @Test
    void aBackupGoesOnWithoutOneBrokerAndWaitsForASecond() throws Exception {
        Random random = new Random(SEED * 0x9E3779B97F4A7C15L);
        int first = random.nextInt(BrokerCluster.SIZE);
        int second = (first + 1) % BrokerCluster.SIZE;
        try (BrokerCluster cluster = BrokerCluster.start(ServersForTests.folder("brokers"));
                PrivatePostgres database = Databases.filled(18, 30);
                Site site = new Site(Map.of(INSTANCE, database), "1MiB", new OnCluster(cluster))) {
            JobRequest one = Site.backup(INSTANCE, Site.KAFKA, null);
            site.client().submit(one, PATIENCE);
            Thread.sleep(random.nextInt(LATEST_MILLIS));
            assertThat(cluster.broker(first).kill()).isEqualTo(KILLED);
            assertThat(site.end(one, MOST).state()).as("%s", site.logs()).isEqualTo(JobState.COMPLETE);
            Path target = ServersForTests.folder("restored");
            site.complete(Site.restore(INSTANCE, target.resolve("data"), AfterRestore.LEAVE));
            Databases.requireSame(database, target);

            JobRequest two = Site.backup(INSTANCE, Site.KAFKA, null);
            site.client().submit(two, PATIENCE);
            assertThat(cluster.broker(second).kill()).isEqualTo(KILLED);
            Thread.sleep(UNANSWERED_MILLIS);
            cluster.broker(first).startAgain();
            JobStatus end = site.end(two, MOST);
            assertThat(end.state()).as("%s %s", end, site.logs()).isEqualTo(JobState.COMPLETE);
            Path again = ServersForTests.folder("restored");
            site.complete(Site.restore(INSTANCE, again.resolve("data"), AfterRestore.LEAVE));
            Databases.requireSame(database, again);
        }
    }
}
