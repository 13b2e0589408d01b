package io.holdfast.coordinator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.coordinator.ledger.Samples;
import io.holdfast.messaging.codec.Codecs;
import io.holdfast.protocol.event.Happening;
import io.holdfast.protocol.event.JobEvent;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.MemberId;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.plan.FileKind;
import io.holdfast.protocol.plan.ListedFile;
import io.holdfast.protocol.plan.Phase;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.session.SessionOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StripePlannerTest {
    private static final long MIB = 1 << 20;
    private static final Instant THEN = Instant.ofEpochSecond(1_700_000_000);

    private static ListedFile file(String path, long size) {
        return new ListedFile(path, FileKind.FILE, size, THEN);
    }

    private static List<Share> plan(StripeLimits limits, ListedFile... files) {
        List<Share> shares = new ArrayList<>();
        StripePlanner planner = new StripePlanner(limits, shares::add);
        List.of(files).forEach(planner::add);
        planner.finish();
        return shares;
    }

    /** R4: small files are packed. */
    @Test
    void smallFilesAreWholeAndPacked() {
        List<Share> shares = plan(StripeLimits.STANDARD, file("a", 10), file("b", 0), file("c", 20));
        assertThat(shares)
                .singleElement()
                .satisfies(share -> assertThat(share.extents())
                        .containsExactly(new Extent("a", 0, 10), new Extent("b", 0, 0), new Extent("c", 0, 20)));
        assertThat(shares.getFirst().modified()).containsEntry("b", THEN.getEpochSecond());
    }

    @Test
    void aLargeFileIsCutAtWholeMebibytes() {
        List<Share> shares =
                plan(new StripeLimits(ByteCount.of(4 * MIB), 100), file("s", 10), file("big", 9 * MIB + 7));
        assertThat(shares.stream().flatMap(share -> share.extents().stream()))
                .containsExactly(
                        new Extent("s", 0, 10),
                        new Extent("big", 0, 3 * MIB),
                        new Extent("big", 3 * MIB, 4 * MIB),
                        new Extent("big", 7 * MIB, 2 * MIB + 7));
    }

    @Test
    void aFileThatMayGrowIsReadBeyondItsListedEndInItsLastPart() {
        List<Share> shares = new ArrayList<>();
        StripePlanner planner = new StripePlanner(new StripeLimits(ByteCount.of(2 * MIB), 100), shares::add);
        planner.add(file("empty", 0), ByteCount.of(500));
        planner.add(file("cut", 3 * MIB), ByteCount.of(500));
        planner.finish();
        assertThat(shares.stream().flatMap(share -> share.extents().stream()))
                .containsExactly(
                        new Extent("empty", 0, 500),
                        new Extent("cut", 0, 2 * MIB),
                        new Extent("cut", 2 * MIB, MIB + 500));
        assertThat(planner.bytes().number()).isEqualTo(3 * MIB);
    }

    @Test
    void directoriesBelongToTheStripeTheyStandIn() {
        ListedFile directory = new ListedFile("base", FileKind.DIRECTORY, 0, THEN);
        List<Share> shares = plan(StripeLimits.STANDARD, directory);
        assertThat(shares.getFirst().directories()).containsExactly(directory);
    }

    @Test
    void anythingIsPlannedExactlyOnce() {
        long seed = Long.getLong("holdfast.seed", 1);
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            StripeLimits limits = new StripeLimits(ByteCount.of((1 + random.nextInt(6)) * MIB), 1 + random.nextInt(20));
            ListedFile[] files = new ListedFile[random.nextInt(60)];
            for (int i = 0; i < files.length; i++) {
                files[i] = file("f" + i, random.nextInt(4) == 0 ? random.nextLong(20 * MIB) : random.nextInt(9000));
            }
            Map<String, Long> ends = new HashMap<>();
            for (Share share : plan(limits, files)) {
                long bytes = share.extents().stream().mapToLong(Extent::length).sum();
                assertThat(bytes)
                        .as("seed %d", seed)
                        .isLessThanOrEqualTo(limits.bytes().number());
                assertThat(share.extents()).as("seed %d", seed).hasSizeBetween(1, limits.entries());
                share.extents().forEach(extent -> {
                    assertThat(extent.offset()).as("seed %d", seed).isEqualTo(ends.getOrDefault(extent.path(), 0L));
                    ends.put(extent.path(), extent.offset() + extent.length());
                });
            }
            for (ListedFile listed : files) {
                assertThat(ends.get(listed.path())).as("seed %d", seed).isEqualTo(listed.size());
            }
        }
    }

    /** K1: no order makes a larger record. */
    @Test
    void ordersOfTheLongestPathsFitARecord() {
        SessionOrder.OpenBackup backup = new SessionOrder.OpenBackup(
                1,
                Samples.job(1),
                Samples.instance(1),
                Attempt.FIRST,
                SetId.of(Samples.job(1), Attempt.FIRST),
                Samples.options());
        SealOrders orders = new SealOrders(backup, Samples.opened(backup, 1));
        StripePlanner planner = new StripePlanner(StripeLimits.STANDARD, share -> {
            JobEvent event = JobEvent.of(
                    backup.job(),
                    backup.instance(),
                    backup.attempt(),
                    MemberId.parse("me"),
                    THEN,
                    new Happening.StripePlanned(orders.next(Phase.DATA, share, List.of())));
            assertThat(Codecs.JOB_EVENT.bytes(event)).hasSizeLessThan(900 * 1024);
        });
        for (int i = 0; i < 20_000; i++) {
            String deep = ("\"ä\u0001" + i).repeat(12);
            planner.add(i % 3 == 0 ? new ListedFile(deep, FileKind.DIRECTORY, 0, THEN) : file(deep, 1));
        }
        planner.finish();
        assertThat(orders.count()).isGreaterThan(10);
    }

    @Test
    void aMillionFilesArePlannedWithoutKeepingThem() {
        AtomicLong stripes = new AtomicLong();
        AtomicLong extents = new AtomicLong();
        StripePlanner planner = new StripePlanner(StripeLimits.STANDARD, share -> {
            stripes.incrementAndGet();
            extents.addAndGet(share.extents().size());
        });
        for (int i = 0; i < 1_000_000; i++) {
            planner.add(file("base/16384/" + i, 8192));
        }
        planner.finish();
        assertThat(extents.get()).isEqualTo(1_000_000);
        assertThat(stripes.get()).isBetween(245L, 300L);
        assertThat(planner.files()).isEqualTo(1_000_000);
    }
}
