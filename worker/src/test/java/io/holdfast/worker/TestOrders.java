package io.holdfast.worker;

import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.SetContext;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.id.Attempt;
import io.holdfast.protocol.id.FleetId;
import io.holdfast.protocol.id.InstanceName;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.plan.FileKind;
import io.holdfast.protocol.plan.ListedFile;
import io.holdfast.protocol.plan.Phase;
import io.holdfast.protocol.plan.ServerFacts;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.quantity.Lsn;
import io.holdfast.protocol.quantity.Timeline;
import io.holdfast.protocol.stripe.InlineFile;
import io.holdfast.protocol.stripe.StripeOrder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stripe orders for tests, changed step by step. */
public record TestOrders(StripeOrder.Seal order) {
    public static final InstanceName INSTANCE = InstanceName.parse("shop");
    public static final RepositoryName REPOSITORY = RepositoryName.parse("vault");
    public static final Pulse NO_PULSE = bytes -> {};

    private static final JobId JOB = JobId.parse("01JDXZ00000000000000000000");
    public static final ServerFacts SERVER = new ServerFacts(
            "7000000000000000000", new Timeline(1), 180006, true, 8192, ByteCount.of(1 << 24), Instant.EPOCH, null);

    /** An order of these extents and nothing else. */
    public static TestOrders seal(Extent... extents) {
        return new TestOrders(new StripeOrder.Seal(
                1,
                JOB,
                INSTANCE,
                Attempt.FIRST,
                new StripeNumber(0),
                Phase.DATA,
                context(JOB),
                REPOSITORY,
                Suite.AES_256,
                Compression.STANDARD,
                false,
                null,
                SERVER,
                Access.SQL,
                Lsn.parse("0/0"),
                List.of(),
                List.of(extents),
                Map.of(),
                List.of()));
    }

    public static SetContext context(JobId job) {
        return new SetContext(FleetId.parse("01JDXZ0000000000000000FLEE"), INSTANCE, SetId.of(job, Attempt.FIRST));
    }

    public static ListedFile directory(String path) {
        return new ListedFile(path, FileKind.DIRECTORY, 0, Instant.EPOCH);
    }

    public TestOrders with(List<ListedFile> directories) {
        return with(order.stripe().number(), directories, order.modified(), order.inline());
    }

    public TestOrders with(Map<String, Long> modified) {
        return with(order.stripe().number(), order.directories(), modified, order.inline());
    }

    public TestOrders withInline(InlineFile... files) {
        return with(order.stripe().number(), order.directories(), order.modified(), List.of(files));
    }

    public TestOrders withStripe(long number) {
        return with(number, order.directories(), order.modified(), order.inline());
    }

    public TestOrders in(RepositoryName repository) {
        return with(order.phase(), repository);
    }

    public TestOrders inPhase(Phase phase) {
        return with(phase, order.repository());
    }

    private TestOrders with(Phase phase, RepositoryName repository) {
        StripeOrder.Seal o = order;
        return new TestOrders(new StripeOrder.Seal(
                1,
                o.job(),
                o.instance(),
                o.attempt(),
                o.stripe(),
                phase,
                o.context(),
                repository,
                o.suite(),
                o.compression(),
                o.allowLegacyCiphers(),
                o.jobKey(),
                o.server(),
                o.access(),
                o.startLsn(),
                o.directories(),
                o.extents(),
                o.modified(),
                o.inline()));
    }

    private TestOrders with(
            long stripe, List<ListedFile> directories, Map<String, Long> modified, List<InlineFile> inline) {
        StripeOrder.Seal o = order;
        return new TestOrders(new StripeOrder.Seal(
                1,
                o.job(),
                o.instance(),
                o.attempt(),
                new StripeNumber(stripe),
                o.phase(),
                o.context(),
                o.repository(),
                o.suite(),
                o.compression(),
                o.allowLegacyCiphers(),
                o.jobKey(),
                o.server(),
                o.access(),
                o.startLsn(),
                directories,
                o.extents(),
                modified,
                inline));
    }

    /** The same of a backup that is held. */
    public TestOrders of(Held held) {
        StripeOrder.Seal o = order;
        return new TestOrders(new StripeOrder.Seal(
                1,
                held.job(),
                o.instance(),
                o.attempt(),
                o.stripe(),
                o.phase(),
                context(held.job()),
                o.repository(),
                o.suite(),
                held.compression(),
                o.allowLegacyCiphers(),
                held.key(),
                held.server(),
                held.access(),
                held.startLsn(),
                o.directories(),
                o.extents(),
                o.modified(),
                o.inline()));
    }

    /** What an order says of its backup. */
    public record Held(
            JobId job,
            Compression compression,
            @Nullable WrappedKey key,
            ServerFacts server,
            Access access,
            Lsn startLsn) {}
}
