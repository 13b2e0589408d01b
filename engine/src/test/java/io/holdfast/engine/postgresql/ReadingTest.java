package io.holdfast.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.holdfast.engine.BackupSession;
import io.holdfast.engine.EngineFailure;
import io.holdfast.engine.ExtentEnd;
import io.holdfast.engine.ExtentReader;
import io.holdfast.engine.HeldBackup;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.engine.ReadReport;
import io.holdfast.engine.StartedBackup;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.Checkpoint;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.plan.FileKind;
import io.holdfast.protocol.plan.ListedFile;
import io.holdfast.protocol.stripe.BadPage;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReadingTest {
    private static final PostgresEngine ENGINE = new PostgresEngine();
    private static TestServer server;
    private BackupSession session;
    private StartedBackup started;

    @BeforeAll
    static void start() {
        server = TestServer.start(18);
        server.fill(10_000);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() {
        session = ENGINE.open(server.settings(Access.SQL), TestServer.SET);
        started = session.start("reading", Checkpoint.FAST);
    }

    @AfterEach
    void close() {
        session.close();
    }

    private ExtentReader reader(Access access) {
        return ENGINE.reader(
                server.settings(access), new HeldBackup(TestServer.SET, session.facts(), started.startLsn(), access));
    }

    private List<Extent> wholeFiles() {
        List<Extent> extents = new ArrayList<>();
        session.list(Access.SQL, file -> {
            if (file.kind() == FileKind.FILE) {
                extents.add(new Extent(file.path(), 0, file.size()));
            }
        });
        return extents;
    }

    private static String fileOf(String relation) {
        return String.valueOf(server.postgres().ask("SELECT pg_relation_filepath('" + relation + "')"));
    }

    @Test
    void bothWaysOfReadingGiveTheBytesThatAreThere() throws IOException {
        List<Extent> extents = new ArrayList<>(wholeFiles());
        Random random = new Random(20_261_130);
        for (Extent extent : List.copyOf(extents)) {
            if (extent.length() > 1) {
                long from = random.nextLong(extent.length());
                extents.add(new Extent(extent.path(), from, 1 + random.nextLong(extent.length() - from)));
            }
        }
        for (Access access : Access.values()) {
            Collected collected = new Collected();
            try (ExtentReader reader = reader(access)) {
                reader.read(extents, collected);
            }
            assertThat(collected.ends).hasSize(extents.size()).containsOnly(ExtentEnd.COMPLETE);
            for (int i = 0; i < extents.size(); i++) {
                Extent extent = extents.get(i);
                byte[] file = Files.readAllBytes(server.postgres().data().resolve(extent.path()));
                int from = (int) extent.offset();
                byte[] expected = Arrays.copyOfRange(file, from, from + (int) extent.length());
                assertThat(collected.of(i)).as("%s", extent).isEqualTo(expected);
            }
        }
    }

    /** R1: what PostgreSQL does to files while they are read is no error. */
    @ParameterizedTest
    @EnumSource(Access.class)
    void faultR1DroppedTruncatedAndGrownFilesAreNoFailure(Access access) throws IOException {
        PrivatePostgres postgres = server.postgres();
        for (String table : List.of("dropped", "truncated", "grown", "rewritten")) {
            postgres.execute("CREATE TABLE " + table + " AS SELECT i, md5(i::text) m FROM generate_series(1, 3000) i");
        }
        postgres.execute("CREATE TABLE empty (i int)", "CHECKPOINT");
        List<Extent> extents = new ArrayList<>();
        for (String table : List.of("dropped", "truncated", "grown", "rewritten", "empty")) {
            String path = fileOf(table);
            extents.add(new Extent(path, 0, Files.size(postgres.data().resolve(path))));
        }
        postgres.execute(
                "DROP TABLE dropped",
                "DELETE FROM truncated WHERE i > 500",
                "VACUUM truncated",
                "INSERT INTO grown SELECT i, md5(i::text) FROM generate_series(1, 9000) i",
                "VACUUM FULL rewritten",
                "CHECKPOINT");
        Collected collected = new Collected();
        try (ExtentReader reader = reader(access)) {
            ReadReport report = reader.read(extents, collected);
            assertThat(report.badPageCount()).isZero();
            reader.check();
        }
        assertThat(collected.ends.getFirst()).isIn(ExtentEnd.VANISHED, ExtentEnd.SHORT);
        assertThat(collected.ends.get(1)).isEqualTo(ExtentEnd.SHORT);
        assertThat(collected.of(1))
                .hasSize((int) Files.size(postgres.data().resolve(extents.get(1).path())));
        assertThat(collected.ends.get(2)).isEqualTo(ExtentEnd.COMPLETE);
        assertThat(collected.of(2)).hasSize((int) extents.get(2).length());
        assertThat(collected.ends.get(4)).isEqualTo(ExtentEnd.COMPLETE);
        postgres.execute("DROP TABLE truncated, grown, rewritten, empty");
    }

    /** R2: damage is named by file and block in both ways of reading. */
    @ParameterizedTest
    @EnumSource(Access.class)
    void faultR2AFlippedBitIsNamedByFileAndBlock(Access access) throws IOException {
        PrivatePostgres postgres = server.postgres();
        postgres.execute("CREATE TABLE hurt AS SELECT i, md5(i::text) m FROM generate_series(1, 9000) i", "CHECKPOINT");
        String path = fileOf("hurt");
        session.close();
        open();
        flip(postgres.data().resolve(path), 5 * 8_192L + 4_000);
        // A position that the server has not reached yet does not excuse a page.
        flip(postgres.data().resolve(path), 7 * 8_192L + 3);
        Extent extent = new Extent(path, 0, Files.size(postgres.data().resolve(path)));
        Collected collected = new Collected();
        try (ExtentReader reader = reader(access)) {
            ReadReport report = reader.read(List.of(extent), collected);
            assertThat(report.badPages()).containsExactly(new BadPage(path, 5), new BadPage(path, 7));
            assertThat(report.badPageCount()).isEqualTo(2);
            assertThat(report.pagesChecked() + report.pagesSkipped()).isEqualTo(extent.length() / 8_192);
        }
        assertThat(collected.of(0)).isEqualTo(Files.readAllBytes(postgres.data().resolve(path)));
        postgres.execute("DROP TABLE hurt");
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void settingsThatGrewSinceTheyWereListedAreReadToTheirNewEnd(Access access) throws IOException {
        List<Extent> planned = new ArrayList<>();
        session.list(access, file -> {
            if (file.path().equals("postgresql.auto.conf")
                    || RelationPath.of(file.path()).isPresent()) {
                planned.add(new Extent(
                        file.path(), 0, file.size() + session.growth(file).number()));
            }
        });
        Extent settings = planned.stream()
                .filter(extent -> extent.path().equals("postgresql.auto.conf"))
                .findFirst()
                .orElseThrow();
        assertThat(planned).filteredOn(extent -> extent.length() % 8_192 != 0).containsExactly(settings);
        server.postgres().execute("ALTER SYSTEM SET log_line_prefix = '" + "grown ".repeat(100) + "'");
        Collected collected = new Collected();
        try (ExtentReader reader = reader(access)) {
            reader.read(List.of(settings), collected);
        } finally {
            server.postgres().execute("ALTER SYSTEM RESET ALL");
        }
        assertThat(collected.of(0)).asString().contains("grown grown").endsWith("'\n");
        assertThat(collected.ends).containsExactly(ExtentEnd.SHORT);
    }

    private static void flip(Path file, long at) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.seek(at);
            int old = open.read();
            open.seek(at);
            open.write(old ^ 0x10);
        }
    }

    @Test
    void theServersOwnCheckAndOursAgreeOnHowManyPagesThereAre() {
        try (ExtentReader reader = reader(Access.FILES)) {
            ReadReport report = reader.read(wholeFiles(), new Collected());
            assertThat(report.badPageCount()).isZero();
            assertThat(report.pagesChecked()).isGreaterThan(1_000);
        }
    }

    /** R4: small files are read many at a time. */
    @Test
    void thousandsOfSmallFilesAreReadInFewStatements() {
        List<Extent> small = new ArrayList<>();
        for (int i = 0; i < 4_500; i++) {
            small.add(new Extent("PG_VERSION", 0, 3));
        }
        Collected collected = new Collected();
        try (ExtentReader reader = reader(Access.SQL)) {
            reader.read(small, collected);
        }
        assertThat(collected.ends).hasSize(4_500).containsOnly(ExtentEnd.COMPLETE);
        assertThat(collected.of(4_499)).asString().isEqualTo("18\n");
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void aPathThatLeadsOutOfTheDataDirectoryIsRefused(Access access) {
        try (ExtentReader reader = reader(access)) {
            for (String path : List.of("../secret", "base/../../secret", "/etc/passwd", "base//1", "")) {
                assertThatThrownBy(() -> reader.read(List.of(new Extent(path, 0, 10)), new Collected()))
                        .isInstanceOf(Permanent.class);
            }
            reader.check();
        }
    }

    @Test
    void aSinkThatFailsEndsTheReadingAndTheReaderCanBeUsedAgain() {
        List<Extent> extents = wholeFiles();
        try (ExtentReader reader = reader(Access.SQL)) {
            assertThatThrownBy(() -> reader.read(extents, new FailingSink())).hasMessage("no space");
            Collected collected = new Collected();
            reader.read(List.of(new Extent("PG_VERSION", 0, 3)), collected);
            assertThat(collected.of(0)).asString().isEqualTo("18\n");
        }
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void aReaderNoticesThatTheBackupIsNoLongerHeld(Access access) {
        try (ExtentReader reader = reader(access)) {
            reader.check();
            session.close();
            await().untilAsserted(() -> assertThatThrownBy(reader::check)
                    .isInstanceOfSatisfying(
                            Failure.class, e -> assertThat(e.code()).isEqualTo(EngineFailure.BACKUP_ENDED)));
        }
    }

    @Test
    void filesOfAnotherClusterAreRefused() {
        try (TestServer other = TestServer.start(18)) {
            InstanceSettings mixed = server.seenIn(other.postgres().data());
            HeldBackup held = new HeldBackup(TestServer.SET, session.facts(), started.startLsn(), Access.FILES);
            assertThatThrownBy(() -> ENGINE.reader(mixed, held))
                    .isInstanceOfSatisfying(
                            Failure.class, e -> assertThat(e.code()).isEqualTo(EngineFailure.DATA_DIRECTORY_MISMATCH));
        }
    }

    @Test
    void theControlFileIsReadInOnePiece() {
        ListedFile control = session.controlFile();
        Collected collected = new Collected();
        try (ExtentReader reader = reader(Access.SQL)) {
            reader.read(List.of(new Extent(control.path(), 0, control.size())), collected);
        }
        assertThat(collected.of(0)).hasSize(ControlFile.BYTES);
    }
}
