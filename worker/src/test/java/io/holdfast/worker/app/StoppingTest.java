package io.holdfast.worker.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.holdfast.engine.BackupSession;
import io.holdfast.engine.ConnectionEncryption;
import io.holdfast.engine.DatabaseEngine;
import io.holdfast.engine.ExtentEnd;
import io.holdfast.engine.ExtentReader;
import io.holdfast.engine.ExtentSink;
import io.holdfast.engine.HeldBackup;
import io.holdfast.engine.InstanceConfig;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.engine.ReadReport;
import io.holdfast.keys.NewDataKey;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.event.Happening.StripeFailed;
import io.holdfast.protocol.event.Happening.StripeProgress;
import io.holdfast.protocol.event.Happening.StripeSealed;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.quantity.Lsn;
import io.holdfast.protocol.stripe.StripeOrder;
import io.holdfast.worker.TestOrders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What ends the work on a stripe in the middle, over a database that never ends. */
class StoppingTest {
    private static TestSite site;
    private static Worker worker;

    @BeforeAll
    static void start() {
        site = TestSite.start("stopping");
        worker = newWorker(new Endless());
    }

    @AfterAll
    static void stop() {
        worker.close();
        site.close();
    }

    private static Worker newWorker(DatabaseEngine engine) {
        InstanceConfig instance = new InstanceConfig(
                "127.0.0.1",
                1,
                "postgres",
                "holdfast",
                Optional.empty(),
                ConnectionEncryption.Mode.DISABLE,
                Optional.empty(),
                Access.SQL,
                Optional.empty());
        return site.worker(engine, Map.of(TestOrders.INSTANCE, instance));
    }

    @Test
    void aCancelledJobStopsItsStripeWithoutAnEventAndLeavesNothing() {
        JobId job = TestSite.newJob();
        site.order(endless(job, Attempt.FIRST));
        site.await(job, StripeProgress.class);
        site.status(job, Attempt.FIRST, JobState.CANCELLED);
        awaitIdle();
        assertThat(site.happenings(job, StripeFailed.class)).isEmpty();
        assertThat(site.happenings(job, StripeSealed.class)).isEmpty();
        assertThat(filesOf(job)).isEmpty();
    }

    @Test
    void aNewerAttemptStopsAStripeOfTheOldOne() {
        JobId job = TestSite.newJob();
        site.order(endless(job, Attempt.FIRST));
        site.await(job, StripeProgress.class);
        site.status(job, Attempt.FIRST.next(), JobState.OPENING);
        awaitIdle();
        assertThat(site.happenings(job, StripeFailed.class)).isEmpty();
    }

    @Test
    void anOrderOfAJobThatHasEndedIsNotBegun() {
        JobId job = TestSite.newJob();
        site.status(job, Attempt.FIRST, JobState.COMPLETE);
        JobId next = TestSite.newJob();
        // What follows the status in the same topic tells that the worker has heard it.
        site.order(endless(next, Attempt.FIRST));
        site.await(next, StripeProgress.class);
        site.status(next, Attempt.FIRST, JobState.FAILED);
        awaitIdle();
        int before = Endless.OPENED.get();
        site.order(endless(job, Attempt.FIRST));
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> worker.metrics().scrape().contains("outcome=\"dropped\""));
        awaitIdle();
        assertThat(Endless.OPENED.get()).isEqualTo(before);
        assertThat(site.eventsOf(job)).isEmpty();
    }

    @Test
    void aWorkerThatIsClosedGivesItsOrderToAnother() {
        JobId job = TestSite.newJob();
        site.order(endless(job, Attempt.FIRST));
        site.await(job, StripeProgress.class);
        String first = member(job, 0);
        worker.close();
        worker = newWorker(new Endless());
        int heard = site.eventsOf(job).size();
        Awaitility.await()
                .atMost(Duration.ofSeconds(40))
                .until(() -> site.eventsOf(job).size() > heard);
        assertThat(site.happenings(job, StripeFailed.class)).isEmpty();
        assertThat(member(job, heard)).isNotEqualTo(first);
        site.status(job, Attempt.FIRST, JobState.CANCELLED);
        awaitIdle();
        assertThat(site.happenings(job, StripeFailed.class)).isEmpty();
    }

    /** C5: of a worker. */
    @Test
    void faultC5TheDataKeyIsInNoEventAndNoLog() {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger root = (Logger) LoggerFactory.getLogger("io.holdfast");
        Level level = root.getLevel();
        root.setLevel(Level.TRACE);
        root.addAppender(log);
        JobId job = TestSite.newJob();
        NewDataKey key = site.newKey(job);
        try {
            site.order(order(job, Attempt.FIRST, key, new Extent("base/5/16384", 0, 30_000_000)));
            site.await(job, StripeSealed.class);
        } finally {
            root.setLevel(level);
            root.detachAppender(log);
        }
        assertThat(log.list).isNotEmpty();
        StringBuilder all = new StringBuilder();
        List.copyOf(log.list)
                .forEach(line -> all.append(line.getFormattedMessage()).append(line.getMDCPropertyMap()));
        for (JobEvent event : site.eventsOf(job)) {
            all.append(new String(Codecs.JOB_EVENT.bytes(event), StandardCharsets.UTF_8));
        }
        try (SecretBytes dataKey = site.keys.unwrap(TestOrders.context(job), key.wrapped(), key.commitment())) {
            List<String> spellings = dataKey.use(bytes -> List.of(
                    HexFormat.of().formatHex(bytes),
                    HexFormat.of().withUpperCase().formatHex(bytes),
                    Base64.getEncoder().encodeToString(bytes),
                    new String(bytes, StandardCharsets.ISO_8859_1)));
            for (String spelling : spellings) {
                assertThat(all.toString()).doesNotContain(spelling);
            }
        }
    }

    private static String member(JobId job, int event) {
        return site.eventsOf(job).get(event).member().text();
    }

    private static StripeOrder endless(JobId job, Attempt attempt) {
        return order(job, attempt, site.newKey(job), new Extent("base/5/16384", 0, 1L << 45));
    }

    private static StripeOrder.Seal order(JobId job, Attempt attempt, NewDataKey key, Extent extent) {
        assertThat(attempt).isEqualTo(Attempt.FIRST);
        return TestOrders.seal(extent)
                .of(new TestOrders.Held(
                        job, Compression.STANDARD, key.jobWrapped(), TestOrders.SERVER, Access.SQL, Lsn.parse("0/0")))
                .order();
    }

    private static void awaitIdle() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> worker.metrics()
                        .scrape()
                        .lines()
                        .anyMatch(line -> line.startsWith("holdfast_worker_slots_busy") && line.endsWith(" 0.0")));
    }

    private static List<Path> filesOf(JobId job) {
        SetId set = SetId.of(job, Attempt.FIRST);
        try (Stream<Path> all = Files.walk(site.folder.resolve("vault"))) {
            return all.filter(path -> path.toString().contains(set.text()) && Files.isRegularFile(path))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives zeros, slowly enough to see it and as many as are asked for. */
    private static final class Endless implements DatabaseEngine {
        static final AtomicInteger OPENED = new AtomicInteger();

        @Override
        public BackupSession open(InstanceSettings instance, SetId set) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isHeld(InstanceSettings instance, SetId set) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ExtentReader reader(InstanceSettings instance, HeldBackup backup) {
            OPENED.incrementAndGet();
            return new ExtentReader() {
                @Override
                public void check() {
                    // Always the same.
                }

                @Override
                public ReadReport read(List<Extent> extents, ExtentSink sink) {
                    ByteBuffer piece = ByteBuffer.allocate(256 * 1024);
                    for (int i = 0; i < extents.size(); i++) {
                        long length = extents.get(i).length();
                        for (long done = 0; done < length; done += piece.capacity()) {
                            piece.clear().limit((int) Math.min(piece.capacity(), length - done));
                            sink.piece(i, done, piece);
                            pause();
                        }
                        sink.end(i, ExtentEnd.COMPLETE, length);
                    }
                    return ReadReport.NOTHING;
                }

                @Override
                public void close() {
                    // Nothing is open.
                }
            };
        }

        private static void pause() {
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
