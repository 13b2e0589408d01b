package io.holdfast.worker.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.engine.postgresql.PostgresEngine;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.event.Happening.StripeFailed;
import io.holdfast.protocol.event.Happening.StripeSealed;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.plan.FileKind;
import io.holdfast.protocol.plan.ListedFile;
import io.holdfast.protocol.stripe.BadPage;
import io.holdfast.protocol.stripe.InlineFile;
import io.holdfast.protocol.stripe.StripeOrder;
import io.holdfast.repository.Repository;
import io.holdfast.worker.TestOrders;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Orders in, streams and events out: over a real broker, a real server and real repositories. */
class WorkerTest {
    private static TestSite site;
    private static PrivatePostgres server;
    private static Worker worker;

    @BeforeAll
    static void start() {
        site = TestSite.start("worker");
        server = TestBackup.server();
        server.execute(
                "CREATE TABLE item AS SELECT i, md5(i::text) m FROM generate_series(1, 40000) i",
                "CREATE INDEX ON item (i)",
                "CHECKPOINT");
        worker = site.worker(new PostgresEngine(), TestBackup.instances(server));
    }

    @AfterAll
    static void stop() {
        worker.close();
        server.close();
        site.close();
    }

    @ParameterizedTest
    @CsvSource({"SQL,vault", "FILES,vault", "SQL,kafka", "FILES,kafka"})
    void aStripeBecomesAStreamThatOpensAndEqualsTheFiles(Access access, String repository) throws IOException {
        RepositoryName name = RepositoryName.parse(repository);
        try (TestBackup backup = TestBackup.hold(site, server);
                Repository store = site.repository(name)) {
            StripeOrder.Seal order = TestOrders.seal(backup.extents())
                    .in(name)
                    .with(backup.list(FileKind.DIRECTORY))
                    .with(Map.of("PG_VERSION", 1_700_000_000L))
                    .withInline(new InlineFile("backup_label", "START WAL LOCATION"))
                    .of(backup.held(access))
                    .order();
            site.order(order);

            StripeSealed sealed = site.await(backup.job(), StripeSealed.class);
            try (SecretBytes key = backup.dataKey()) {
                OpenedStream opened = OpenedStream.of(store, order, sealed.stream(), key);
                for (Extent extent : order.extents()) {
                    assertThat(opened.files().get(extent.path()))
                            .as(extent.path())
                            .isEqualTo(Files.readAllBytes(server.data().resolve(extent.path())));
                }
                assertThat(new String(opened.files().getOrDefault("backup_label", new byte[0]), StandardCharsets.UTF_8))
                        .isEqualTo("START WAL LOCATION");
                assertThat(opened.table().files())
                        .hasSize(order.extents().size() + order.directories().size() + 1);
            }
            long bytes = backup.list(FileKind.FILE).stream()
                    .mapToLong(ListedFile::size)
                    .sum();
            assertThat(sealed.counts().dataBytes().number()).isEqualTo(bytes + "START WAL LOCATION".length());
            assertThat(sealed.counts().sealedBytes())
                    .isEqualTo(sealed.stream().receipt().sealedBytes());
            assertThat(sealed.counts().files())
                    .isEqualTo(order.extents().size() + order.directories().size() + 1L);
            assertThat(sealed.counts().pagesChecked()).isGreaterThan(1_000);
            assertThat(sealed.counts().badPageCount()).isZero();
            assertThat(store.absent(order.context().set(), List.of(sealed.stream())))
                    .isEmpty();
        }
    }

    /** R1: a table that goes while its stripe waits is left out. */
    @Test
    void faultR1ATableThatWasDroppedIsLeftOut() {
        server.execute("CREATE TABLE doomed AS SELECT i FROM generate_series(1, 3000) i", "CHECKPOINT");
        String path = String.valueOf(server.ask("SELECT pg_relation_filepath('doomed')"));
        try (TestBackup backup = TestBackup.hold(site, server);
                Repository store = site.repository(TestSite.FILES)) {
            Extent[] extents = backup.extents();
            server.execute("DROP TABLE doomed", "CHECKPOINT");
            StripeOrder.Seal order =
                    TestOrders.seal(extents).of(backup.held(Access.SQL)).order();
            site.order(order);
            StripeSealed sealed = site.await(backup.job(), StripeSealed.class);
            try (SecretBytes key = backup.dataKey()) {
                OpenedStream opened = OpenedStream.of(store, order, sealed.stream(), key);
                assertThat(extents).anyMatch(extent -> extent.path().equals(path));
                assertThat(opened.files().getOrDefault(path, new byte[0])).isEmpty();
                assertThat(opened.files()).hasSizeGreaterThanOrEqualTo(extents.length - 1);
            }
        }
    }

    /** R1: a file that is there but cannot be read fails its stripe, and nothing else; tried again it is read. */
    @ParameterizedTest
    @EnumSource(Access.class)
    void aFileThatCannotBeReadFailsItsStripeInPassing(Access access) throws IOException {
        server.execute("CREATE TABLE ill AS SELECT i, md5(i::text) m FROM generate_series(1, 3000) i", "CHECKPOINT");
        String path = String.valueOf(server.ask("SELECT pg_relation_filepath('ill')"));
        Path file = server.data().resolve(path);
        Path aside = file.resolveSibling("aside");
        try (TestBackup backup = TestBackup.hold(site, server)) {
            StripeOrder.Seal order = TestOrders.seal(new Extent(path, 0, Files.size(file)))
                    .of(backup.held(access))
                    .order();
            Files.move(file, aside);
            // A link to itself: it is there, and whoever opens it gets an error of the system.
            Files.createSymbolicLink(file, file);
            try {
                site.order(order);
                site.order(TestOrders.seal(new Extent("PG_VERSION", 0, 3))
                        .withStripe(1)
                        .of(backup.held(access))
                        .order());
                StripeFailed failed = site.await(backup.job(), StripeFailed.class);
                assertThat(failed.stripe().number()).isZero();
                assertThat(failed.failure().kind()).isEqualTo("transient");
                assertThat(failed.failure().code()).isEqualTo("engine.read-failed");
                assertThat(failed.failure().message()).contains(path);
                assertThat(site.await(backup.job(), StripeSealed.class).stripe().number())
                        .isEqualTo(1);
            } finally {
                Files.delete(file);
                Files.move(aside, file);
            }
            site.order(order);
            assertThat(site.awaitSome(backup.job(), StripeSealed.class, 2))
                    .anyMatch(done -> done.stripe().number() == 0);
        }
        server.execute("DROP TABLE ill");
    }

    /** R2: the report of a stripe names bad pages. */
    @Test
    void faultR2AFlippedBitIsNamedInTheReport() throws IOException {
        server.execute("CREATE TABLE hurt AS SELECT i, md5(i::text) m FROM generate_series(1, 9000) i", "CHECKPOINT");
        String path = String.valueOf(server.ask("SELECT pg_relation_filepath('hurt')"));
        try (TestBackup backup = TestBackup.hold(site, server)) {
            flip(server.data().resolve(path), 5 * 8_192L + 4_000);
            site.order(
                    TestOrders.seal(new Extent(path, 0, Files.size(server.data().resolve(path))))
                            .of(backup.held(Access.SQL))
                            .order());
            StripeSealed sealed = site.await(backup.job(), StripeSealed.class);
            assertThat(sealed.counts().badPages()).containsExactly(new BadPage(path, 5));
            assertThat(sealed.counts().badPageCount()).isEqualTo(1);
            flip(server.data().resolve(path), 5 * 8_192L + 4_000);
        }
        server.execute("DROP TABLE hurt");
    }

    @Test
    void aRepositoryThatIsGoneFailsTheStripeAndTheNextOneWorks() throws IOException {
        Path vault = site.folder.resolve("vault");
        Path away = site.folder.resolve("away");
        try (TestBackup backup = TestBackup.hold(site, server)) {
            StripeOrder.Seal order = TestOrders.seal(new Extent("PG_VERSION", 0, 3))
                    .of(backup.held(Access.SQL))
                    .order();
            Files.move(vault, away);
            Files.writeString(vault, "no folder");
            try {
                site.order(order);
                StripeFailed failed = site.await(backup.job(), StripeFailed.class);
                assertThat(failed.failure().code()).startsWith("repository.");
                assertThat(failed.failure().message()).contains(vault.toString());
            } finally {
                Files.delete(vault);
                Files.move(away, vault);
            }
            site.order(TestOrders.seal(new Extent("PG_VERSION", 0, 3))
                    .withStripe(1)
                    .of(backup.held(Access.SQL))
                    .order());
            assertThat(site.await(backup.job(), StripeSealed.class).stripe().number())
                    .isEqualTo(1);
        }
    }

    @Test
    void aBackupThatIsNoLongerHeldFailsTheStripeAsTransient() {
        TestBackup backup = TestBackup.hold(site, server);
        StripeOrder.Seal order = TestOrders.seal(new Extent("PG_VERSION", 0, 3))
                .of(backup.held(Access.SQL))
                .order();
        backup.close();
        site.order(order);
        StripeFailed failed = site.await(backup.job(), StripeFailed.class);
        assertThat(failed.failure().code()).isEqualTo("engine.backup-ended");
        assertThat(failed.failure().kind()).isEqualTo("transient");
    }

    /** J3: an order done twice spoils nothing. */
    @Test
    void faultJ3TheSameOrderTwiceIsTwoStreamsThatBothOpen() {
        try (TestBackup backup = TestBackup.hold(site, server);
                Repository store = site.repository(TestSite.FILES);
                SecretBytes key = backup.dataKey()) {
            StripeOrder.Seal order = TestOrders.seal(new Extent("PG_VERSION", 0, 3))
                    .of(backup.held(Access.SQL))
                    .order();
            site.order(order);
            site.order(order);
            List<StripeSealed> sealed = site.awaitSome(backup.job(), StripeSealed.class, 2);
            assertThat(sealed.get(0).stream().receipt().stream())
                    .isNotEqualTo(sealed.get(1).stream().receipt().stream());
            for (StripeSealed each : sealed) {
                assertThat(OpenedStream.of(store, order, each.stream(), key).files())
                        .containsOnlyKeys("PG_VERSION");
            }
        }
    }

    @Test
    void anInstanceOrRepositoryThatIsNotConfiguredIsNamed() {
        try (TestBackup backup = TestBackup.hold(site, server)) {
            site.order(TestOrders.seal(new Extent("PG_VERSION", 0, 3))
                    .in(RepositoryName.parse("elsewhere"))
                    .of(backup.held(Access.SQL))
                    .order());
            StripeFailed failed = site.await(backup.job(), StripeFailed.class);
            assertThat(failed.failure().code()).isEqualTo("worker.unknown-repository");
            assertThat(failed.failure().message()).contains("elsewhere").contains("vault");
        }
    }

    @Test
    void aRecordThatIsNoOrderHoldsNothingUp() {
        site.raw("{\"v\":1,\"type\":\"seal\"".getBytes(StandardCharsets.UTF_8));
        site.raw(new byte[] {0, 1, 2});
        try (TestBackup backup = TestBackup.hold(site, server)) {
            site.order(TestOrders.seal(new Extent("PG_VERSION", 0, 3))
                    .of(backup.held(Access.SQL))
                    .order());
            site.await(backup.job(), StripeSealed.class);
        }
    }

    private static void flip(Path file, long at) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.seek(at);
            int old = open.read();
            open.seek(at);
            open.write(old ^ 0x10);
        }
    }
}
