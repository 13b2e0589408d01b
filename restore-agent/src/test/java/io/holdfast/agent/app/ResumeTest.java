package io.holdfast.agent.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdfast.agent.AgentFailure;
import io.holdfast.agent.JournalIdentity;
import io.holdfast.agent.RestoreFolder;
import io.holdfast.agent.RestoreRequest;
import io.holdfast.agent.RestoreWatch;
import io.holdfast.agent.StandingCluster;
import io.holdfast.agent.place.Journal;
import io.holdfast.chunk.ChunkFailure;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.localservers.SmallDisk;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.AfterRestore;
import io.holdfast.protocol.restore.RestoreResult;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.ObjectName;
import io.holdfast.repository.StreamVisitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What was interrupted goes on, and cannot be started meanwhile; invariant 7 and S4 of the catalogue of faults. */
class ResumeTest {
    private final Scene scene = Scene.get();

    @Test
    void anInterruptedRestoreGoesOnWithWhatIsMissing() throws IOException {
        Path target = scene.target("interrupted");
        RestoreRequest request = scene.request(target, AfterRestore.PROVE);
        int placed = interrupt(request);
        assertThat(placed).isBetween(1, scene.streams(Scene.SET).size() - 1);
        assertThat(target.resolve("global/pg_control")).doesNotExist();
        assertThat(startable(target)).isFalse();

        CountingRepository counting = new CountingRepository(scene.repository);
        RestoreResult result = Scene.run(scene.tools(counting, scene.keys)).restore(request);
        assertThat(counting.fetched.get())
                .isEqualTo(scene.streams(Scene.SET).size()
                        - placed
                        + scene.body.index().size());
        assertThat(String.join(" ", result.checks())).contains("backup successfully verified");
        assertThat(scene.hashesIn(target)).isEqualTo(scene.hashes);
    }

    @Test
    void anotherSetIsRefusedWhereARestoreIsUnfinishedUnlessItIsGivenUp() throws IOException {
        Path target = scene.target("another");
        interrupt(scene.request(target, AfterRestore.LEAVE));
        RestoreRequest first = scene.request(target, AfterRestore.LEAVE);
        RestoreRequest other = new RestoreRequest(
                first.instance(),
                Optional.of(Scene.OTHER),
                first.directory(),
                first.tablespaces(),
                first.onNotEmpty(),
                first.after());
        Path parent = Objects.requireNonNull(target.getParent());
        String before = Scene.picture(parent);
        Failure failure = Objects.requireNonNull(catchThrowableOfType(Failure.class, () -> scene.restore(other)));
        assertThat(failure.code()).isEqualTo(AgentFailure.JOURNAL_OF_ANOTHER_SET);
        assertThat(failure.what()).contains(Scene.SET.text());
        assertThat(Scene.picture(parent)).isEqualTo(before);

        RestoreResult result = scene.restore(Scene.replacing(other));
        assertThat(result.set()).isEqualTo(Scene.OTHER);
        assertThat(scene.hashesIn(target)).isEqualTo(scene.hashes);
    }

    @Test
    void theLatestSetStaysTheOneThatWasBegunHoweverManyComeAfterIt() throws IOException {
        Path target = scene.target("latest");
        RestoreRequest first = scene.request(target, AfterRestore.LEAVE);
        RestoreRequest latest = new RestoreRequest(
                first.instance(),
                Optional.empty(),
                first.directory(),
                first.tablespaces(),
                first.onNotEmpty(),
                first.after());
        MapRepository growing = scene.single();
        byte[] later = Objects.requireNonNull(growing.objects.remove(ObjectName.manifest(Scene.OTHER)));
        RestoreTools tools = scene.tools(growing, scene.keys);
        KeptMemory memory = new KeptMemory();
        AtomicLong calls = new AtomicLong();
        assertThat(catchThrowableOfType(
                        Failure.class,
                        () -> new RestoreRun(tools, memory, RestoreWatch.NONE, () -> calls.incrementAndGet() > 25)
                                .restore(latest)))
                .hasMessageContaining("cancelled");
        growing.objects.put(ObjectName.manifest(Scene.OTHER), later);
        assertThat(tools.sets().find(Scene.SHOP, Optional.empty()).body().set()).isEqualTo(Scene.OTHER);

        RestoreRun again = new RestoreRun(tools, memory, RestoreWatch.NONE, () -> false);
        assertThat(again.restore(latest).set()).isEqualTo(Scene.SET);
        RestoreRun afterTheEnd = new RestoreRun(tools, memory, RestoreWatch.NONE, () -> false);
        assertThat(afterTheEnd.restore(latest).set()).isEqualTo(Scene.SET);
    }

    @Test
    void aRestoreThatWasKilledBeforeItDidAnythingGoesOn() throws IOException {
        Path target = scene.target("hardly-begun");
        RestoreRequest request = scene.request(target, AfterRestore.LEAVE);
        RestoreFolder folder = RestoreFolder.of(target);
        Files.createDirectories(folder.path());
        Files.createFile(folder.lock());
        assertThat(Scene.run(scene.tools()).preflight(Scene.run(scene.tools()).plan(request)))
                .isNotEmpty();
        Files.writeString(folder.journal(), "{\"type\":\"beg");
        assertThat(Scene.run(scene.tools()).preflight(Scene.run(scene.tools()).plan(request)))
                .isNotEmpty();
        // The first line is there, but not yet that what lay there before is gone.
        JournalIdentity identity = JournalIdentity.of(Scene.run(scene.tools()).plan(request));
        Journal.open(folder, identity, scene.tools().boot()).close();
        assertThat(scene.restore(request).files()).isPositive();
        assertThat(folder.path()).doesNotExist();
    }

    @Test
    void aDatabaseIsReplacedAndNothingOfItIsLeft() throws IOException {
        Path target = scene.target("replaced");
        scene.restore(scene.request(target, AfterRestore.LEAVE));
        Files.writeString(target.resolve("base/stray"), "left over");
        Path place = target.resolveSibling("fast");
        Path own = Objects.requireNonNull(
                StandingCluster.inPlace(place, "18").iterator().next());
        Files.writeString(own.resolve("stray"), "left over");
        Path others = Files.createDirectories(place.resolve("PG_15_202209061/5"));
        Files.writeString(others.resolve("1"), "of a cluster that shares the place");
        RestoreResult result = scene.restore(Scene.replacing(scene.request(target, AfterRestore.PROVE)));
        assertThat(target.resolve("base/stray")).doesNotExist();
        assertThat(own.resolve("stray")).doesNotExist();
        assertThat(own).isNotEmptyDirectory();
        assertThat(others.resolve("1")).hasContent("of a cluster that shares the place");
        assertThat(String.join(" ", result.checks())).contains("backup successfully verified");
    }

    @Test
    void damageIsNamedNothingCanStartAndAGoodCopyFinishesIt() throws IOException {
        Path target = scene.target("damaged");
        RestoreRequest request = scene.request(target, AfterRestore.LEAVE);
        StreamRef victim = scene.streams(Scene.SET).get(2);
        MapRepository damaged = scene.repository.copy();
        byte[] bytes = Objects.requireNonNull(
                damaged.streams.get(victim.receipt().stream().text()));
        bytes[bytes.length / 2] ^= 1;
        Failure failure = Objects.requireNonNull(catchThrowableOfType(
                Failure.class, () -> Scene.run(scene.tools(damaged, scene.keys)).restore(request)));
        assertThat(failure).isInstanceOf(Corrupt.class);
        assertThat(failure.code()).isEqualTo(ChunkFailure.DAMAGED_CHUNK);
        assertThat(failure.what())
                .contains("stripe " + victim.stripe())
                .contains(victim.receipt().stream().text())
                .contains(Scene.SET.text());
        assertThat(target.resolve("global/pg_control")).doesNotExist();

        scene.restore(request);
        assertThat(scene.hashesIn(target)).isEqualTo(scene.hashes);
    }

    /** S4: at the agent. */
    @Test
    void aDiskThatFillsUpIsNamedAndTheNextRunGoesOn() throws IOException, InterruptedException {
        long needed =
                scene.body.totals().dataBytes().number() + scene.body.totals().files() * 4_096 + (16L << 20);
        try (SmallDisk disk =
                ServersForTests.smallDisk(scene.target("filling").resolveSibling("disk"), Long.toString(needed))) {
            RestoreRequest request = scene.request(disk.path().resolve("data"), AfterRestore.LEAVE);
            Path filler = disk.path().resolve("filler");
            RestoreWatch filling = (step, progress) -> {
                if (step.equals("begin")) {
                    fill(filler, needed - (24L << 20));
                }
            };
            Failure failure = Objects.requireNonNull(catchThrowableOfType(
                    Failure.class,
                    () -> new RestoreRun(scene.tools(), RestoreMemory.NONE, filling, () -> false).restore(request)));
            assertThat(failure.code()).isEqualTo(AgentFailure.DISK_FULL);
            assertThat(failure.what()).contains(disk.path().toString());
            Files.delete(filler);
            scene.restore(request);
            assertThat(disk.path().resolve("data/global/pg_control")).exists();
        }
    }

    @Test
    void twoRestoresDoNotWorkInOneDirectory() {
        Path target = scene.target("two");
        RestoreRequest request = scene.request(target, AfterRestore.LEAVE);
        RestoreWatch second = (step, progress) -> {
            if (step.equals("complete")) {
                Failure failure =
                        Objects.requireNonNull(catchThrowableOfType(Failure.class, () -> scene.restore(request)));
                assertThat(failure.code()).isEqualTo(AgentFailure.RESTORE_RUNNING);
            }
        };
        RestoreResult result = new RestoreRun(scene.tools(), RestoreMemory.NONE, second, () -> false).restore(request);
        assertThat(result.files()).isPositive();
    }

    private int interrupt(RestoreRequest request) {
        AtomicLong calls = new AtomicLong();
        Failure failure = Objects.requireNonNull(catchThrowableOfType(
                Failure.class,
                () -> new RestoreRun(
                                scene.tools(scene.single(), scene.keys),
                                RestoreMemory.NONE,
                                RestoreWatch.NONE,
                                () -> calls.incrementAndGet() > 25)
                        .restore(request)));
        assertThat(failure.code()).isEqualTo(AgentFailure.INTERRUPTED);
        return Journal.read(
                        RestoreFolder.of(Path.of(request.directory())),
                        scene.tools().boot())
                .orElseThrow()
                .placed()
                .size();
    }

    private boolean startable(Path target) throws IOException {
        Path log = Files.createTempFile("start", ".log");
        try {
            new io.holdfast.engine.postgresql.RestoredInstance(
                            scene.binaries.bin(), target, java.util.Map.of("listen_addresses", ""), log)
                    .startAndRecover(java.time.Duration.ofSeconds(5));
            return true;
        } catch (Failure e) {
            return false;
        }
    }

    private static void fill(Path file, long bytes) {
        try (var out = Files.newOutputStream(file)) {
            byte[] piece = new byte[1 << 20];
            for (long written = 0; written < bytes; written += piece.length) {
                out.write(piece);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Counts the streams that are read. */
    private static final class CountingRepository extends DelegatingRepository {
        final AtomicInteger fetched = new AtomicInteger();

        CountingRepository(MapRepository inner) {
            super(inner);
        }

        @Override
        public void fetch(SetId set, List<StreamRef> wanted, StreamVisitor visitor) {
            fetched.addAndGet(wanted.size());
            super.fetch(set, wanted, visitor);
        }
    }
}
