package io.holdfast.coordinator.ledger;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Purpose;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.event.Progress;
import io.holdfast.protocol.failure.FailureReport;
import io.holdfast.protocol.id.AgentName;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.EncryptorName;
import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.job.BackupOptions;
import io.holdfast.protocol.job.Checkpoint;
import io.holdfast.protocol.job.JobRequest;
import io.holdfast.protocol.job.VerifyDepth;
import io.holdfast.protocol.manifest.WalRange;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.plan.Phase;
import io.holdfast.protocol.plan.ServerFacts;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.quantity.Lsn;
import io.holdfast.protocol.quantity.Timeline;
import io.holdfast.protocol.session.ClosedFacts;
import io.holdfast.protocol.session.OpenedFacts;
import io.holdfast.protocol.session.SessionOrder;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.protocol.stripe.StripeCounts;
import io.holdfast.protocol.stripe.StripeOrder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Values of the protocol for tests. */
public final class Samples {
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    public static final FleetId FLEET = FleetId.parse("01JDXZ00000000000000000000");
    public static final RepositoryName REPOSITORY = RepositoryName.parse("main");
    public static final ServerFacts SERVER = new ServerFacts(
            "7300000000000000001", new Timeline(1), 180_006, true, 8192, ByteCount.of(16 << 20), START, null);

    private Samples() {}

    public static JobId job(int number) {
        return JobId.parse("01JDXZ%020d".formatted(number));
    }

    public static InstanceName instance(int number) {
        return InstanceName.parse("db-" + number);
    }

    public static JobRequest.Backup backup(int number, int instance) {
        return new JobRequest.Backup(
                1, job(number), instance(instance), null, null, null, null, null, null, null, null);
    }

    public static JobRequest.Verify verify(int number, int instance) {
        return new JobRequest.Verify(1, job(number), instance(instance), null, null);
    }

    public static JobRequest.Restore restore(int number, int instance) {
        return new JobRequest.Restore(
                1, job(number), instance(instance), null, AgentName.parse("agent"), "/target", null, null, null);
    }

    public static JobRequest.Rewrap rewrap(int number, int instance, @Nullable Integer setsPerSecond) {
        return new JobRequest.Rewrap(
                1, job(number), instance(instance), null, List.of(EncryptorName.parse("store")), setsPerSecond);
    }

    public static JobRequest.Cancel cancel(int number, int instance, int target) {
        return new JobRequest.Cancel(1, job(number), instance(instance), job(target));
    }

    public static BackupOptions options() {
        return new BackupOptions(
                REPOSITORY,
                List.of(EncryptorName.parse("store")),
                Suite.AES_256,
                Compression.STANDARD,
                null,
                Checkpoint.FAST,
                false,
                null);
    }

    public static OpenedFacts opened(SessionOrder.OpenBackup order, long lsn) {
        return new OpenedFacts(
                new SetContext(FLEET, order.instance(), order.set()),
                SERVER,
                Access.SQL,
                new Lsn(lsn),
                START,
                List.of(),
                List.of(),
                null,
                null,
                List.of());
    }

    static OpenedFacts warning(OpenedFacts facts, String words) {
        return new OpenedFacts(
                facts.context(),
                facts.server(),
                facts.access(),
                facts.startLsn(),
                facts.startTime(),
                facts.tablespaces(),
                facts.keys(),
                facts.jobKey(),
                facts.dekCommitment(),
                List.of(words));
    }

    public static ClosedFacts closed() {
        return new ClosedFacts(
                new Lsn(99),
                START,
                new WalRange(new Timeline(1), new Lsn(1), new Lsn(99), "0".repeat(23) + "1", "0".repeat(23) + "1"));
    }

    public static StripeOrder.Seal seal(SessionOrder.OpenBackup order, long stripe, Phase phase) {
        return seal(order, 1, stripe, phase);
    }

    static StripeOrder.Seal seal(SessionOrder.OpenBackup order, long lsn, long stripe, Phase phase) {
        return new StripeOrder.Seal(
                1,
                order.job(),
                order.instance(),
                order.attempt(),
                new StripeNumber(stripe),
                phase,
                new SetContext(FLEET, order.instance(), order.set()),
                REPOSITORY,
                Suite.AES_256,
                Compression.STANDARD,
                false,
                null,
                SERVER,
                Access.SQL,
                new Lsn(lsn),
                List.of(),
                List.of(new Extent("base/" + stripe, 0, 1000)),
                Map.of(),
                List.of());
    }

    public static StripeOrder.Check check(SessionOrder.PlanVerify order, long stripe, SetId set) {
        return new StripeOrder.Check(
                1,
                order.job(),
                order.instance(),
                order.attempt(),
                new StripeNumber(stripe),
                new SetContext(FLEET, order.instance(), set),
                REPOSITORY,
                Suite.AES_256,
                VerifyDepth.ROOTS,
                null,
                List.of(stream(stripe, order.attempt(), new Random(stripe))));
    }

    public static StreamRef stream(long stripe, Attempt attempt, Random random) {
        byte[] id = new byte[32];
        random.nextBytes(id);
        id[0] = (byte) attempt.number();
        Bytes hash = Bytes.of(new byte[32]);
        return new StreamRef(
                new StripeNumber(stripe),
                Purpose.DATA,
                new Receipt(new StreamId(Bytes.of(id)), hash, 2, ByteCount.of(1000), ByteCount.of(500), hash),
                null);
    }

    public static StripeCounts counts() {
        return new StripeCounts(1, ByteCount.of(1000), ByteCount.of(500), 1, 0, List.of());
    }

    public static FailureReport failure(String kind) {
        return new FailureReport("test." + kind, kind, "it went wrong", "look");
    }

    public static Progress progress() {
        return new Progress(1, 2, ByteCount.of(1), ByteCount.of(2), ByteCount.ZERO);
    }
}
