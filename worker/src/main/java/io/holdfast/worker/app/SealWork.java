package io.holdfast.worker.app;

import io.holdfast.chunk.ChunkLimit;
import io.holdfast.chunk.RandomSource;
import io.holdfast.chunk.write.LegacyCiphers;
import io.holdfast.chunk.write.SealingOptions;
import io.holdfast.chunk.write.SealingOrder;
import io.holdfast.chunk.write.StreamSealer;
import io.holdfast.engine.ExtentReader;
import io.holdfast.engine.HeldBackup;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.engine.ReadReport;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.Purpose;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.chunk.StreamContext;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.key.WrappedKey;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.protocol.stripe.StripeCounts;
import io.holdfast.protocol.stripe.StripeOrder;
import io.holdfast.repository.StreamName;
import io.holdfast.worker.Pulse;
import io.holdfast.worker.WorkerFailure;
import io.holdfast.worker.append.StripeAppend;
import io.holdfast.worker.seal.StripeSealing;
import java.security.SecureRandom;
import java.util.Optional;

/** Seals one stripe of a backup: the one place where reading, sealing and appending meet. */
final class SealWork {
    /** What came of a stripe. */
    record Sealed(StreamRef stream, StripeCounts counts) {}

    private static final RandomSource RANDOM = new SecureRandom()::nextBytes;

    private final WorkerParts parts;

    SealWork(WorkerParts parts) {
        this.parts = parts;
    }

    /** Reads, checks, seals, appends and commits; whatever fails gives the stream up. */
    Sealed seal(StripeOrder.Seal order, SlotKit kit, Pulse pulse) throws InterruptedException {
        StageTimes times = new StageTimes(System::nanoTime);
        try (Key key = key(order);
                StripeAppend append = new StripeAppend();
                StreamSealer sealer = StreamSealer.open(
                        sealing(order, key.bytes()), RANDOM, kit.buffers(), times.appending(append))) {
            append.begin(parts.repositories().of(order.repository()), name(order, sealer), sealer.header());
            StripeSealing sealing = new StripeSealing(order, sealer, pulse);
            sealing.directories();
            ReadReport read = order.extents().isEmpty() ? ReadReport.NOTHING : read(order, kit, sealing, times);
            sealing.inline();
            Receipt receipt = sealing.finish();
            pulse.beat(0);
            String hint = times.commit(append::commit);
            times.publish(parts.metrics());
            return new Sealed(
                    new StreamRef(order.stripe(), Purpose.DATA, receipt, hint),
                    new StripeCounts(
                            sealing.files(),
                            sealing.bytes(),
                            append.bytes(),
                            read.pagesChecked(),
                            read.badPageCount(),
                            read.badPages()));
        }
    }

    /** The connection is checked before and after, so that what was read is all of the backup that the order is of. */
    private ReadReport read(StripeOrder.Seal order, SlotKit kit, StripeSealing sealing, StageTimes times)
            throws InterruptedException {
        boolean done = false;
        try {
            ExtentReader reader = kit.readers().of(instance(order), held(order));
            reader.check();
            ReadReport report = times.wholeReading(
                    () -> kit.ahead().read(times.reader(reader), order.extents(), times.sealing(sealing)));
            reader.check();
            done = true;
            return report;
        } finally {
            if (!done) {
                kit.readers().close();
            }
        }
    }

    private InstanceSettings instance(StripeOrder.Seal order) {
        InstanceSettings instance = parts.instances().get(order.instance());
        if (instance == null) {
            throw new Permanent(
                    WorkerFailure.UNKNOWN_INSTANCE,
                    "this worker has no instance " + order.instance() + " that stripe " + order.stripe() + " of job "
                            + order.job() + " is to be read from");
        }
        if (order.access() == Access.FILES && instance.dataDirectory().isEmpty()) {
            throw new Permanent(
                    WorkerFailure.NO_DATA_DIRECTORY,
                    "job " + order.job() + " reads the files of " + order.instance()
                            + " from its data directory, but this worker's configuration names none");
        }
        return instance;
    }

    private static HeldBackup held(StripeOrder.Seal order) {
        return new HeldBackup(order.context().set(), order.server(), order.startLsn(), order.access());
    }

    private Key key(StripeOrder.Seal order) {
        if (order.suite() == Suite.NONE) {
            return new Key(Optional.empty());
        }
        WrappedKey wrapped = order.jobKey();
        if (wrapped == null) {
            throw new Permanent(
                    WorkerFailure.ORDER_UNUSABLE,
                    "stripe " + order.stripe() + " of job " + order.job() + " is to be sealed with " + order.suite()
                            + ", but the order has no key");
        }
        return new Key(Optional.of(parts.keys().of(order, order.context(), wrapped)));
    }

    private static SealingOrder sealing(StripeOrder.Seal order, Optional<SecretBytes> key) {
        SealingOptions options = new SealingOptions(
                order.compression(),
                ChunkLimit.STANDARD,
                order.allowLegacyCiphers() ? LegacyCiphers.ALLOWED : LegacyCiphers.REFUSED);
        StreamContext context = StreamContext.of(order.context(), order.stripe(), Purpose.DATA, order.suite());
        return key.map(bytes -> SealingOrder.sealed(options, context, bytes))
                .orElseGet(() -> SealingOrder.open(options, context));
    }

    private static StreamName name(StripeOrder.Seal order, StreamSealer sealer) {
        return new StreamName(order.context().set(), Purpose.DATA, order.stripe(), sealer.stream());
    }

    /** A data key or, for the suite none, no key; wiped when closed. */
    private record Key(Optional<SecretBytes> bytes) implements AutoCloseable {
        @Override
        public void close() {
            bytes.ifPresent(SecretBytes::close);
        }
    }
}
