package io.holdfast.coordinator.io;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.holdfast.coordinator.CoordinatorMetric;
import io.holdfast.coordinator.accept.BackupDefaults;
import io.holdfast.coordinator.accept.Intake;
import io.holdfast.coordinator.accept.KnownNames;
import io.holdfast.coordinator.accept.RequestCheck;
import io.holdfast.coordinator.ledger.JobLedger;
import io.holdfast.coordinator.ledger.LedgerRules;
import io.holdfast.coordinator.ledger.Samples;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.messaging.codec.JsonCodec;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.id.TopicPrefix;
import io.holdfast.protocol.job.Checkpoint;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.manifest.IndexPart;
import io.holdfast.protocol.plan.Phase;
import io.holdfast.protocol.plan.PlanTotals;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.session.SessionOrder;
import io.holdfast.protocol.stripe.StripeCounts;
import io.holdfast.protocol.stripe.StripeOrder;
import io.holdfast.runtime.metrics.Metrics;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class JobTopologyTest {
    private static final Topics TOPICS = new Topics(TopicPrefix.parse("t"));
    private static final MemberId MEMBER = MemberId.parse("worker-1");

    @TempDir
    Path folder;

    private final Metrics metrics = Metrics.of("coordinator");
    private TopologyTestDriver driver;
    private TestInputTopic<byte[], byte[]> jobs;
    private TestInputTopic<byte[], byte[]> events;

    @BeforeEach
    void start() {
        KnownNames names = new KnownNames(
                Set.of(Samples.instance(1), Samples.instance(2)),
                Set.of(Samples.REPOSITORY),
                Set.of(EncryptorName.parse("store")),
                Set.of());
        BackupDefaults defaults = new BackupDefaults(
                Samples.REPOSITORY,
                List.of(EncryptorName.parse("store")),
                Suite.AES_256,
                Compression.STANDARD,
                Checkpoint.FAST);
        MemberId self = MemberId.parse("coordinator-1");
        JobTopology topology = new JobTopology(
                TOPICS,
                new Intake(new RequestCheck(names, defaults), self),
                new JobLedger(self, LedgerRules.STANDARD),
                LedgerRules.STANDARD,
                metrics,
                4);
        Properties config = new Properties();
        config.put("application.id", "test");
        config.put("bootstrap.servers", "none:1");
        config.put("state.dir", folder.toString());
        driver = new TopologyTestDriver(topology.build(), config, Samples.START);
        jobs = driver.createInputTopic(TOPICS.jobs(), new ByteArraySerializer(), new ByteArraySerializer());
        events = driver.createInputTopic(TOPICS.jobEvents(), new ByteArraySerializer(), new ByteArraySerializer());
    }

    @AfterEach
    void stop() {
        driver.close();
        metrics.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void send(JobRequest request) {
        jobs.pipeInput(bytes(request.id().text()), Codecs.JOB_REQUEST.bytes(request));
    }

    private void report(int job, Happening what) {
        JobEvent event = JobEvent.of(Samples.job(job), Samples.instance(1), Attempt.FIRST, MEMBER, Samples.START, what);
        events.pipeInput(bytes(event.job().text()), Codecs.JOB_EVENT.bytes(event));
    }

    private <T> List<T> read(String topic, JsonCodec<T> codec) {
        return driver
                .createOutputTopic(topic, new StringDeserializer(), new ByteArrayDeserializer())
                .readKeyValuesToList()
                .stream()
                .map(record -> codec.read(record.value))
                .toList();
    }

    private List<JobState> states(int job) {
        return read(TOPICS.jobStatus(), Codecs.JOB_STATUS).stream()
                .filter(status -> status.id().equals(Samples.job(job)))
                .map(JobStatus::state)
                .distinct()
                .toList();
    }

    private <T> T one(List<? super T> list, Class<T> type) {
        return list.stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aBackupRunsFromItsRequestToItsEnd() {
        send(Samples.backup(1, 1));
        SessionOrder.OpenBackup open =
                one(read(TOPICS.sessions(), Codecs.SESSION_ORDER), SessionOrder.OpenBackup.class);
        report(1, new Happening.Opened(Samples.opened(open, 1)));
        report(1, new Happening.StripePlanned(Samples.seal(open, 0, Phase.DATA)));
        report(1, new Happening.Planned(Phase.DATA, new PlanTotals(1, 1, ByteCount.of(1000))));
        assertThat(read(TOPICS.stripes(), Codecs.STRIPE_ORDER))
                .extracting(StripeOrder::stripe)
                .containsExactly(new StripeNumber(0));
        seal(0);
        report(1, new Happening.Closed(Samples.closed()));
        report(1, new Happening.StripePlanned(Samples.seal(open, 1, Phase.CLOSE)));
        report(1, new Happening.Planned(Phase.CLOSE, new PlanTotals(2, 2, ByteCount.of(2000))));
        seal(1);
        report(1, new Happening.IndexSealed(new IndexPart(0, Samples.stream(0, Attempt.FIRST, new Random(1)))));
        List<SessionOrder> orders = read(TOPICS.publishing(), Codecs.SESSION_ORDER);
        assertThat(one(orders, SessionOrder.Publish.class).totals().stripes()).isEqualTo(2);
        report(1, new Happening.Published(SetId.of(Samples.job(1), Attempt.FIRST)));
        assertThat(states(1))
                .containsExactly(
                        JobState.ACCEPTED,
                        JobState.OPENING,
                        JobState.RUNNING,
                        JobState.CLOSING,
                        JobState.INDEXING,
                        JobState.PUBLISHING,
                        JobState.COMPLETE);
    }

    private void seal(long stripe) {
        report(
                1,
                new Happening.StripeSealed(
                        new StripeNumber(stripe),
                        Samples.stream(stripe, Attempt.FIRST, new Random(stripe)),
                        Samples.counts()));
    }

    @Test
    void anAllowedLegacyCipherWarnsInTheEventTheStatusAndTheLog() {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(AcceptProcessor.class);
        log.start();
        logger.addAppender(log);
        try {
            send(sealedWith(1, Suite.TRIPLE_DES_3KEY));
            send(sealedWith(2, Suite.NONE));
            send(sealedWith(3, Suite.AES_128));
        } finally {
            logger.detachAppender(log);
        }
        assertThat(warnings(log)).hasSize(2);
        assertThat(warnings(log).getFirst()).contains(Samples.job(1).text()).contains("NIST SP 800-131A");
        assertThat(warnings(log).getLast()).contains(Samples.job(2).text()).contains("NOT ENCRYPTED");
        List<@Nullable String> accepted = new ArrayList<>();
        for (JobEvent event : read(TOPICS.jobEvents(), Codecs.JOB_EVENT)) {
            if (event.what() instanceof Happening.Accepted said) {
                accepted.add(said.warning());
            }
        }
        assertThat(accepted)
                .containsExactly(
                        Suite.TRIPLE_DES_3KEY.warning().orElseThrow(),
                        Suite.NONE.warning().orElseThrow(),
                        null);
        assertThat(read(TOPICS.jobStatus(), Codecs.JOB_STATUS))
                .hasSizeGreaterThan(3)
                .allSatisfy(status -> {
                    Suite suite = Objects.requireNonNull(status.suite());
                    assertThat(status.warning()).isEqualTo(suite.warning().orElse(null));
                });
    }

    private static List<String> warnings(ListAppender<ILoggingEvent> log) {
        return log.list.stream()
                .filter(line -> line.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private static JobRequest.Backup sealedWith(int number, Suite suite) {
        return new JobRequest.Backup(
                1, Samples.job(number), Samples.instance(1), null, null, suite, null, null, null, true, null);
    }

    @Test
    void rubbishIsAnsweredAndThePartitionGoesOn() {
        jobs.pipeInput(null, bytes("rubbish"));
        jobs.pipeInput(bytes("x"), (byte[]) null);
        events.pipeInput(null, bytes("rubbish"));
        events.pipeInput(bytes("x"), (byte[]) null);
        send(Samples.backup(1, 1));
        assertThat(read(TOPICS.jobEvents(), Codecs.JOB_EVENT).stream()
                        .map(event -> event.what().getClass().getSimpleName())
                        .toList())
                .containsExactly("Rejected", "Rejected", "Accepted", "Moved");
    }

    @Test
    void aRequestThatComesTwiceIsOneJob() {
        send(Samples.backup(1, 1));
        send(Samples.backup(1, 1));
        send(Samples.backup(1, 2));
        assertThat(read(TOPICS.jobEvents(), Codecs.JOB_EVENT).stream()
                        .map(event -> event.what().getClass().getSimpleName())
                        .toList())
                .containsExactly("Accepted", "Moved", "Repeated", "Rejected");
        assertThat(read(TOPICS.sessions(), Codecs.SESSION_ORDER)).hasSize(1);
    }

    /** A count that no sum can hold comes with a report that anyone who may write events can make. */
    @Test
    void aReportThatTheLedgerFailsOnIsLeftOutAndThePartitionGoesOn() {
        send(Samples.backup(1, 1));
        SessionOrder.OpenBackup open =
                one(read(TOPICS.sessions(), Codecs.SESSION_ORDER), SessionOrder.OpenBackup.class);
        report(1, new Happening.Opened(Samples.opened(open, 1)));
        report(1, new Happening.StripePlanned(Samples.seal(open, 0, Phase.DATA)));
        report(1, new Happening.StripePlanned(Samples.seal(open, 1, Phase.DATA)));
        report(1, new Happening.Planned(Phase.DATA, new PlanTotals(2, 2, ByteCount.of(2000))));
        seal(0);
        StripeCounts tooMany = new StripeCounts(1, ByteCount.of(Long.MAX_VALUE), ByteCount.of(500), 1, 0, List.of());
        report(
                1,
                new Happening.StripeSealed(
                        new StripeNumber(1), Samples.stream(1, Attempt.FIRST, new Random(1)), tooMany));
        assertThat(states(1)).last().isEqualTo(JobState.RUNNING);
        assertThat(metrics.counter(CoordinatorMetric.LEDGER_DEFECTS).count()).isEqualTo(1);
        seal(1);
        assertThat(states(1)).last().isEqualTo(JobState.CLOSING);
    }

    @Test
    void aSetThatCannotBePublishedIsCounted() {
        report(1, new Happening.PublishFailed(Samples.failure("corrupt")));
        assertThat(metrics.counter(CoordinatorMetric.PUBLISH_FAILURES).count()).isEqualTo(1);
    }

    @Test
    void anEndedJobIsForgottenAfterNinetyDaysAndItsIdToo() {
        send(Samples.backup(1, 1));
        send(Samples.cancel(2, 1, 1));
        driver.advanceWallClockTime(Duration.ofDays(91));
        driver.advanceWallClockTime(Duration.ofHours(2));
        List<KeyValue<String, byte[]>> statuses = driver.createOutputTopic(
                        TOPICS.jobStatus(), new StringDeserializer(), new ByteArrayDeserializer())
                .readKeyValuesToList();
        Function<KeyValue<String, byte[]>, String> key = record -> record.key;
        assertThat(statuses.stream()
                        .filter(record -> record.value == null)
                        .map(key)
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(Samples.job(1).text(), Samples.job(2).text());
        send(Samples.backup(1, 1));
        assertThat(read(TOPICS.sessions(), Codecs.SESSION_ORDER))
                .filteredOn(SessionOrder.OpenBackup.class::isInstance)
                .hasSize(2);
    }

    @Test
    void aStripeCostsTheLedgerLessThanAMillisecond() {
        send(Samples.backup(1, 1));
        SessionOrder.OpenBackup open =
                one(read(TOPICS.sessions(), Codecs.SESSION_ORDER), SessionOrder.OpenBackup.class);
        report(1, new Happening.Opened(Samples.opened(open, 1)));
        ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
        long begin = cpu.getCurrentThreadCpuTime();
        int stripes = 2_000;
        for (int i = 0; i < stripes; i++) {
            report(1, new Happening.StripePlanned(Samples.seal(open, i, Phase.DATA)));
        }
        report(1, new Happening.Planned(Phase.DATA, new PlanTotals(stripes, 1, ByteCount.of(1000))));
        for (int i = 0; i < stripes; i++) {
            seal(i);
        }
        assertThat(states(1)).contains(JobState.CLOSING);
        double perStripe = (cpu.getCurrentThreadCpuTime() - begin) / 1e6 / stripes;
        System.out.println("CPU of a stripe in ledger, state, topics' codecs and test driver: " + perStripe + " ms");
        assertThat(perStripe).isLessThan(2);
    }
}
