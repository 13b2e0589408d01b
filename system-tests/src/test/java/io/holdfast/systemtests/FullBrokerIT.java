package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.localservers.BrokerOptions;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.localservers.SmallDisk;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.JobRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Kafka's disk is full in the middle of a backup to Kafka. */
class FullBrokerIT {
    private static final InstanceName INSTANCE = InstanceName.parse("main");
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration MOST = Duration.ofMinutes(4);
    private static final int TRANSIENT = 4;
    private static final long LEFT = 2 << 20;

    /** The broker's data on a disk of its own. */
    private record OnSmallDisk(SmallDisk disk) implements SiteTuning {
        @Override
        public BrokerOptions broker(BrokerOptions usual) {
            return BrokerOptions.in(disk.path().resolve("broker"));
        }
    }

    /** S4: at the broker, which ends then. Commands say that Kafka is away; with space again the job ends and the next one succeeds. */
    @Test
    void aBrokerWhoseDiskIsFullIsMissedInWordsAndTheNextRunGoesOn() throws Exception {
        try (SmallDisk disk = ServersForTests.smallDisk(ServersForTests.folder("broker-disk"), "320m");
                PrivatePostgres database = Databases.filled(18, 30);
                Site site = new Site(Map.of(INSTANCE, database), "1MiB", new OnSmallDisk(disk))) {
            site.complete(Site.backup(INSTANCE, Site.KAFKA, null));
            Path filler = disk.path().resolve("filler");
            fill(filler);
            JobRequest job = Site.backup(INSTANCE, Site.KAFKA, null);
            site.client().submit(job, PATIENCE);
            Patience.until(
                    PATIENCE,
                    "the broker has ended",
                    () -> !ProcessHandle.of(site.broker().pid())
                            .map(ProcessHandle::isAlive)
                            .orElse(false));
            HoldfastCommand.Outcome away = site.command().run("sets");
            assertThat(away.exit()).as("%s", away).isEqualTo(TRANSIENT);
            assertThat(away.errors())
                    .contains("messaging.broker-unreachable", site.broker().bootstrapServers())
                    .containsIgnoringCase("what to do");

            Files.delete(filler);
            site.broker().startAgain();
            JobStatus end = site.end(job, MOST);
            if (end.state() != JobState.COMPLETE) {
                assertThat(end.failure()).as("%s", end).isNotNull();
            }
            site.complete(Site.backup(INSTANCE, Site.KAFKA, null));
            Path target = ServersForTests.folder("restored");
            site.complete(Site.restore(INSTANCE, target.resolve("data"), AfterRestore.LEAVE));
            Databases.requireSame(database, target);
        }
    }

    /** Leaves less than a backup needs. */
    private static void fill(Path file) throws IOException {
        long bytes = Files.getFileStore(file.getParent()).getUsableSpace() - LEFT;
        byte[] piece = new byte[1 << 20];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (long written = 0; written < bytes; written += piece.length) {
                out.write(piece);
            }
        }
    }
}
