package io.holdfast.worker.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.engine.postgresql.PostgresEngine;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.protocol.event.Happening.StripeFailed;
import io.holdfast.protocol.event.Happening.StripeSealed;
import io.holdfast.protocol.event.Happening.StripeVerified;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.VerifyDepth;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.protocol.stripe.StripeOrder;
import io.holdfast.worker.TestOrders;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Orders to check streams where they lie. */
class CheckingTest {
    private static TestSite site;
    private static PrivatePostgres server;
    private static Worker worker;

    @BeforeAll
    static void start() {
        site = TestSite.start("checking");
        server = TestBackup.server();
        worker = site.worker(new PostgresEngine(), TestBackup.instances(server));
    }

    @AfterAll
    static void stop() {
        worker.close();
        server.close();
        site.close();
    }

    private TestBackup backup;

    @BeforeEach
    void hold() {
        backup = TestBackup.hold(site, server);
    }

    @Test
    void wholeStreamsAreVerifiedWithAndWithoutTheKeyInBothRepositories() {
        for (RepositoryName repository : List.of(TestSite.FILES, TestSite.KAFKA)) {
            List<StreamRef> streams = seal(repository);
            StripeVerified roots = verified(check(repository, VerifyDepth.ROOTS, null, streams));
            long sealed = streams.stream()
                    .mapToLong(ref -> ref.receipt().sealedBytes().number())
                    .sum();
            assertThat(roots.counts().sealedBytes().number()).isEqualTo(sealed);
            JobId verify = TestSite.newJob();
            StripeVerified chunks = verified(check(verify, repository, VerifyDepth.CHUNKS, lent(verify), streams));
            assertThat(chunks.counts().files()).isEqualTo(2);
            hold();
        }
    }

    @Test
    void aFlippedBitOfAFrameIsNamedByStreamAndFrame() throws IOException {
        List<StreamRef> streams = seal(TestSite.FILES);
        StreamRef hurt = streams.get(1);
        flip(fileOf(hurt), StreamHeader.LENGTH + 30);
        StripeFailed roots = failed(check(TestSite.FILES, VerifyDepth.ROOTS, null, streams));
        assertThat(roots.failure().kind()).isEqualTo("corrupt");
        assertThat(roots.failure().message()).contains(hurt.receipt().stream().text());
        JobId verify = TestSite.newJob();
        StripeFailed chunks = failed(check(verify, TestSite.FILES, VerifyDepth.CHUNKS, lent(verify), streams));
        assertThat(chunks.failure().code()).isEqualTo("chunk.damaged-chunk");
        assertThat(chunks.failure().message())
                .contains(hurt.receipt().stream().text())
                .contains("frame that calls itself 0");
    }

    @Test
    void streamsThatAreMissingOrCutAreAllNamed() throws IOException {
        List<StreamRef> streams = seal(TestSite.FILES);
        Files.delete(fileOf(streams.get(0)));
        try (RandomAccessFile file = new RandomAccessFile(fileOf(streams.get(1)).toFile(), "rw")) {
            file.setLength(file.length() - 1);
        }
        StripeFailed failed = failed(check(TestSite.FILES, VerifyDepth.ROOTS, null, streams));
        assertThat(failed.failure().kind()).isEqualTo("corrupt");
        for (StreamRef stream : streams) {
            assertThat(failed.failure().message())
                    .contains(stream.receipt().stream().text());
        }
    }

    @Test
    void withoutAKeyChunksAreNotCheckedInSilence() {
        List<StreamRef> streams = seal(TestSite.FILES);
        assertThat(failed(check(TestSite.FILES, VerifyDepth.CHUNKS, null, streams))
                        .failure()
                        .code())
                .isEqualTo("worker.order-unusable");
    }

    private WrappedKey lent(JobId verify) {
        return site.keys.lend(
                TestOrders.context(backup.job()),
                backup.key().wrapped(),
                backup.key().commitment(),
                verify);
    }

    /** Two streams of the backup that is held. */
    private List<StreamRef> seal(RepositoryName repository) {
        for (int i = 0; i < 2; i++) {
            site.order(TestOrders.seal(new Extent(i == 0 ? "PG_VERSION" : "global/pg_control", 0, i == 0 ? 3 : 8_192))
                    .withStripe(i)
                    .in(repository)
                    .of(backup.held(Access.SQL))
                    .order());
        }
        List<StreamRef> streams = new ArrayList<>(site.awaitSome(backup.job(), StripeSealed.class, 2).stream()
                .map(StripeSealed::stream)
                .toList());
        backup.close();
        return streams;
    }

    private StripeOrder.Check check(
            RepositoryName repository, VerifyDepth depth, @Nullable WrappedKey key, List<StreamRef> streams) {
        return check(TestSite.newJob(), repository, depth, key, streams);
    }

    private StripeOrder.Check check(
            JobId verify,
            RepositoryName repository,
            VerifyDepth depth,
            @Nullable WrappedKey key,
            List<StreamRef> streams) {
        StripeOrder.Seal sealed = TestOrders.seal().of(backup.held(Access.SQL)).order();
        return new StripeOrder.Check(
                1,
                verify,
                TestOrders.INSTANCE,
                Attempt.FIRST,
                new StripeNumber(0),
                sealed.context(),
                repository,
                sealed.suite(),
                depth,
                key,
                streams);
    }

    private static StripeVerified verified(StripeOrder order) {
        site.order(order);
        return site.await(order.job(), StripeVerified.class);
    }

    private static StripeFailed failed(StripeOrder order) {
        site.order(order);
        return site.await(order.job(), StripeFailed.class);
    }

    private static Path fileOf(StreamRef ref) {
        try (Stream<Path> all = Files.walk(site.folder.resolve("vault"))) {
            return all.filter(path ->
                            path.toString().contains(ref.receipt().stream().text()))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
