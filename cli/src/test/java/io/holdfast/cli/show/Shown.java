package io.holdfast.cli.show;

import io.holdfast.catalog.CatalogEntry;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.event.JobState;
import io.holdfast.protocol.event.JobStatus;
import io.holdfast.protocol.event.Progress;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.BackupOptions;
import io.holdfast.protocol.job.Checkpoint;
import io.holdfast.protocol.job.JobKind;
import io.holdfast.protocol.manifest.KeySection;
import io.holdfast.protocol.manifest.ManifestBody;
import io.holdfast.protocol.manifest.SetTotals;
import io.holdfast.protocol.manifest.TopicCopies;
import io.holdfast.protocol.manifest.WalRange;
import io.holdfast.protocol.plan.ServerFacts;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.quantity.Lsn;
import io.holdfast.protocol.quantity.Timeline;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Jobs and sets to be shown in tests. */
public final class Shown {
    public static final JobId JOB = JobId.parse("01JDXZ00000000000000000001");
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private static final InstanceName SHOP = InstanceName.parse("shop");

    private Shown() {}

    /** A backup that has begun. */
    public static JobStatus job(Suite suite) {
        return new JobStatus(
                1,
                JOB,
                JobKind.BACKUP,
                SHOP,
                Attempt.FIRST,
                JobState.RUNNING,
                SetId.of(JOB, Attempt.FIRST),
                suite,
                Progress.NONE,
                NOON,
                NOON,
                null,
                null,
                suite.warning().orElse(null));
    }

    /** A whole set; its number is its second as well. */
    public static CatalogEntry set(Suite suite) {
        return set(suite, new TopicCopies(3, 2));
    }

    /** The same of a site whose topics were like this; null in a set of before this was noted. */
    public static CatalogEntry set(Suite suite, @Nullable TopicCopies topics) {
        SetId set = SetId.of(JOB, Attempt.FIRST);
        SetContext context = new SetContext(FleetId.parse("fleet-0001"), SHOP, set);
        ManifestBody body = new ManifestBody(
                1,
                context.fleet(),
                SHOP,
                set,
                "full",
                "postgresql",
                new ServerFacts("7", new Timeline(1), 180_006, true, 8192, ByteCount.of(16 << 20), NOON, null),
                new Lsn(1),
                new Lsn(2),
                NOON,
                NOON.plusSeconds(60),
                new WalRange(new Timeline(1), new Lsn(1), new Lsn(2), "0".repeat(24), "0".repeat(24)),
                List.of(),
                new BackupOptions(
                        RepositoryName.parse("main"),
                        List.of(),
                        suite,
                        Compression.STANDARD,
                        null,
                        Checkpoint.FAST,
                        true,
                        null),
                new SetTotals(1, 1, ByteCount.of(1), ByteCount.of(1), 0, 0, List.of(), Map.of()),
                null,
                List.of(),
                1,
                null,
                topics);
        return new CatalogEntry(
                body,
                new KeySection(1, context, 1, List.of(), null, "k", Bytes.of(new byte[64])),
                Bytes.of(new byte[32]));
    }
}
