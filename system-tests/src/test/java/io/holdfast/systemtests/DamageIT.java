package io.holdfast.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.catalog.CatalogReader;
import io.holdfast.cli.client.JobIds;
import io.holdfast.keys.PinnedKeys;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.job.VerifyDepth;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.manifest.TopicCopies;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** One flipped bit, wherever it is, is found and named; and what PostgreSQL does while a backup runs is no damage. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DamageIT {
    private static final InstanceName INSTANCE = InstanceName.parse("main");
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final long PAGE = 8192;

    private PrivatePostgres database;
    private Site site;

    @BeforeAll
    void start() throws Exception {
        database = Databases.filled(18, 30);
        site = new Site(Map.of(INSTANCE, database), "1MiB");
    }

    @AfterAll
    void stop() throws Exception {
        site.close();
        database.close();
    }

    /** R2: a set with a bad page is marked, in the manifest and on screens. */
    @Test
    void aFlippedBitInAPageTaintsTheSetAndIsNamedByFileAndBlock() throws Exception {
        database.execute("CREATE TABLE hurt AS SELECT i FROM generate_series(1, 50000) i", "CHECKPOINT");
        String file = Objects.requireNonNull(database.ask("SELECT pg_relation_filepath('hurt')"));
        flip(database.data().resolve(file), 3 * PAGE + 4000);
        try {
            JobStatus backup = site.complete(Site.backup(INSTANCE, Site.FILE, null));
            SetId set = Objects.requireNonNull(backup.set());
            ManifestBody body = site.manifest(set);
            assertThat(body.tainted()).isTrue();
            assertThat(body.totals().badPageCount()).isEqualTo(1);
            assertThat(body.totals().badPages()).hasSize(1);
            assertThat(body.totals().badPages().getFirst().toString()).contains(file, "3");
            assertThat(site.command().run("set", set.text()).out())
                    .containsIgnoringCase("tainted")
                    .contains(file);
        } finally {
            flip(database.data().resolve(file), 3 * PAGE + 4000);
            database.execute("DROP TABLE hurt");
        }
    }

    @Test
    void aFlippedBitInAChunkIsNamedByVerificationAndFailsTheRestore() throws Exception {
        JobStatus backup = site.complete(Site.backup(INSTANCE, Site.FILE, null));
        SetId set = Objects.requireNonNull(backup.set());
        Path stream = largestStream(set);
        flip(stream, Files.size(stream) / 2);
        for (VerifyDepth depth : VerifyDepth.values()) {
            FailureReport found = corrupt(site.run(new JobRequest.Verify(1, JobIds.next(), INSTANCE, set, depth)));
            assertThat(found.message()).contains(streamId(stream));
        }
        Path target = ServersForTests.folder("damaged").resolve("data");
        corrupt(site.run(restore(set, target)));
        assertThat(target.resolve("global/pg_control")).doesNotExist();
    }

    @Test
    void aFlippedBitInTheManifestOfARepositoryIsRefused() throws Exception {
        JobStatus backup = site.complete(Site.backup(INSTANCE, Site.FILE, null));
        SetId set = Objects.requireNonNull(backup.set());
        Path manifest = folder(set).resolve("objects/manifest");
        flip(manifest, Files.size(manifest) / 2);
        try {
            HoldfastCommand.Outcome rebuilt = site.command().run("catalog", "rebuild", "--repository", "main");
            assertThat(rebuilt.exit()).as("%s", rebuilt).isEqualTo(5);
            assertThat(rebuilt.out() + rebuilt.errors()).contains("refused", set.text());
            Path target = ServersForTests.folder("refused").resolve("data");
            HoldfastCommand.Outcome offline = site.command()
                    .run(
                            "restore",
                            "main",
                            "--offline",
                            "--agent-config",
                            site.folder().config("agent").toString(),
                            "--set",
                            set.text(),
                            "--directory",
                            target.toString());
            assertThat(offline.exit()).as("%s", offline).isNotZero().isNotEqualTo(1);
            assertThat(target).doesNotExist();
        } finally {
            flip(manifest, Files.size(manifest) / 2);
        }
    }

    @Test
    void aManifestThatChangesInTheCatalogIsRefused() throws Exception {
        JobStatus backup = site.complete(Site.backup(INSTANCE, Site.FILE, null));
        SetId set = Objects.requireNonNull(backup.set());
        byte[] changed = Files.readAllBytes(folder(set).resolve("objects/manifest"));
        changed[changed.length / 2] ^= 1;
        String key = Topics.catalogBodyKey(set);
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(kafka(), new StringSerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(site.config().topics().catalog(), key, changed))
                    .get(30, TimeUnit.SECONDS);
        }
        try (CatalogReader catalog = CatalogReader.start(
                site.config().brokers(Map.of()),
                site.config().topics(),
                new PinnedKeys(site.config().manifestKeys()))) {
            catalog.awaitCaughtUp(PATIENCE);
            assertThat(catalog.refused()).containsKey(key);
        }
        // The fleet goes on, and never by the changed record.
        site.complete(restore(set, ServersForTests.folder("restored").resolve("data")));
    }

    /** K6: this site has one broker, and its sets say so. */
    @Test
    void aSetSaysHowSafeTheTopicsWere() throws Exception {
        SetId set = Objects.requireNonNull(
                site.complete(Site.backup(INSTANCE, Site.FILE, null)).set());
        assertThat(site.manifest(set).topics()).isEqualTo(new TopicCopies(1, 1));
        assertThat(site.command().run("set", set.text()).out()).contains("WEAK: 1 copy of each record");
    }

    /** K2: a set with a hole fails its verification and its restore. */
    @Test
    void recordsThatKafkaLostAreNamed() throws Exception {
        JobStatus backup = site.complete(Site.backup(INSTANCE, Site.KAFKA, null));
        SetId set = Objects.requireNonNull(backup.set());
        TopicPartition partition = new TopicPartition(site.config().topics().set(set), 1);
        try (Admin admin = Admin.create(kafka())) {
            admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(2)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }
        FailureReport found =
                corrupt(site.run(new JobRequest.Verify(1, JobIds.next(), INSTANCE, set, VerifyDepth.ROOTS)));
        assertThat(found.message()).containsPattern("[0-9a-f]{32}");
        Path target = ServersForTests.folder("lost").resolve("data");
        JobStatus refused = site.run(restore(set, target));
        assertThat(refused.state()).isEqualTo(JobState.FAILED);
        FailureReport missing = Objects.requireNonNull(refused.failure());
        // Refused before anything was touched: what is missing is missing, and named by stream and frames. The two
        // records that
        // are gone may be of one stream, or the headers of two that were written at the same time.
        assertThat(missing.code()).isEqualTo("agent.stream-missing");
        assertThat(missing.message())
                .containsPattern(
                        "stream [0-9a-f]{64} .* lacks its header( and frames 0 to [0-9]+)? of its [0-9]+ frames");
        assertThat(target).doesNotExist();
    }

    /** K4: what a mirror or a retry brings twice, out of order, behind the originals or before them, changes nothing. */
    @Test
    void recordsThatComeTwiceAndInAnyOrderChangeNothing() throws Exception {
        JobStatus backup = site.complete(Site.backup(INSTANCE, Site.KAFKA, null));
        SetId set = Objects.requireNonNull(backup.set());
        SetRecords records = new SetRecords(kafka(), site.config().topics().set(set));
        records.appendAgain(new Random(set.hashCode()));
        for (VerifyDepth depth : VerifyDepth.values()) {
            site.complete(new JobRequest.Verify(1, JobIds.next(), INSTANCE, set, depth));
        }
        Path target = ServersForTests.folder("restored");
        site.complete(restore(set, target.resolve("data")));
        try (PrivatePostgres restored = Databases.restored(database, target)) {
            assertThat(Databases.hashes(restored)).isEqualTo(Databases.hashes(database));
        }
        // The originals gone, only the duplicates are left, in their own order.
        records.deleteOriginals();
        Path other = ServersForTests.folder("restored");
        site.complete(restore(set, other.resolve("data")));
        try (PrivatePostgres restored = Databases.restored(database, other)) {
            assertThat(Databases.hashes(restored)).isEqualTo(Databases.hashes(database));
        }
    }

    @Test
    void tablespacesAreRestoredWhereTheJobSays() throws Exception {
        database.createTablespace("elsewhere");
        database.execute(
                "CREATE TABLE apart TABLESPACE elsewhere AS SELECT i, md5(i::text) FROM generate_series(1, 9000) i");
        String oid = Objects.requireNonNull(database.ask("SELECT oid FROM pg_tablespace WHERE spcname = 'elsewhere'"));
        site.complete(Site.backup(INSTANCE, Site.FILE, null));
        Path target = ServersForTests.folder("restored");
        site.complete(new JobRequest.Restore(
                1,
                JobIds.next(),
                INSTANCE,
                null,
                Site.AGENT,
                target.resolve("data").toString(),
                Map.of(oid, target.resolve("moved").toString()),
                null,
                AfterRestore.LEAVE));
        try (PrivatePostgres restored = Databases.restored(database, target)) {
            assertThat(Databases.hashes(restored))
                    .isEqualTo(Databases.hashes(database))
                    .containsKey("apart");
            assertThat(restored.ask("SELECT pg_tablespace_location(" + oid + ")"))
                    .isEqualTo(target.resolve("moved").toString());
        } finally {
            database.execute("DROP TABLE apart", "DROP TABLESPACE elsewhere");
        }
    }

    /** R1: what was dropped, truncated and extended during a backup is restored as recovery makes it. */
    @Test
    void tablesMayGoAndShrinkWhileABackupRuns() throws Exception {
        database.execute(
                "CREATE TABLE goes AS SELECT i, repeat(md5(i::text), 8) FROM generate_series(1, 60000) i",
                "CREATE TABLE shrinks AS SELECT i, repeat(md5(i::text), 8) FROM generate_series(1, 60000) i",
                "CREATE TABLE grows (i int)",
                "CHECKPOINT");
        JobRequest job = Site.backup(INSTANCE, Site.FILE, null);
        site.client().submit(job, PATIENCE);
        Patience.until(PATIENCE, "some stripes are sealed", () -> {
            JobStatus now = site.client().job(job.id()).orElseThrow();
            assertThat(now.state().terminal())
                    .as("the backup was over before the tables went")
                    .isFalse();
            return now.state() == JobState.RUNNING && now.progress().stripesDone() >= 2;
        });
        database.execute(
                "DROP TABLE goes", "TRUNCATE shrinks", "INSERT INTO grows SELECT generate_series(1, 99)", "CHECKPOINT");
        JobStatus end = site.client().follow(job.id(), status -> {});
        assertThat(end.state()).as("%s %s", end.failure(), site.logs()).isEqualTo(JobState.COMPLETE);
        Path target = ServersForTests.folder("restored");
        site.complete(restore(Objects.requireNonNull(end.set()), target.resolve("data")));
        try (PrivatePostgres restored = Databases.restored(database, target)) {
            assertThat(Databases.hashes(restored))
                    .isEqualTo(Databases.hashes(database))
                    .doesNotContainKey("goes");
        }
    }

    private static JobRequest restore(SetId set, Path directory) {
        return new JobRequest.Restore(
                1, JobIds.next(), INSTANCE, set, Site.AGENT, directory.toString(), null, null, AfterRestore.LEAVE);
    }

    private FailureReport corrupt(JobStatus end) {
        assertThat(end.state()).as("%s", site.logs()).isEqualTo(JobState.FAILED);
        FailureReport failure = Objects.requireNonNull(end.failure());
        assertThat(failure.kind()).as("%s", failure).isEqualTo("corrupt");
        return failure;
    }

    private Path folder(SetId set) {
        return site.folder()
                .root()
                .resolve("repository/sets")
                .resolve(set.text().substring(0, 3))
                .resolve(set.text());
    }

    private Path largestStream(SetId set) throws IOException {
        try (Stream<Path> files = Files.walk(folder(set).resolve("data"))) {
            return files.filter(Files::isRegularFile)
                    .max((a, b) -> Long.compare(a.toFile().length(), b.toFile().length()))
                    .orElseThrow();
        }
    }

    /** Of a file named stripe-id.hfs1. */
    private static String streamId(Path stream) {
        String name = stream.getFileName().toString();
        return name.substring(name.indexOf('-') + 1, name.indexOf('.'));
    }

    private Properties kafka() {
        Properties properties = new Properties();
        properties.setProperty("bootstrap.servers", site.broker().bootstrapServers());
        return properties;
    }

    private static void flip(Path file, long offset) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(offset);
            int old = bytes.read();
            bytes.seek(offset);
            bytes.write(old ^ 1);
        }
    }
}
