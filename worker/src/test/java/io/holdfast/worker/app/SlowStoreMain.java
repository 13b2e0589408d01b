package io.holdfast.worker.app;

import io.holdfast.engine.BackupSession;
import io.holdfast.engine.ConnectionEncryption;
import io.holdfast.engine.DatabaseEngine;
import io.holdfast.engine.ExtentEnd;
import io.holdfast.engine.ExtentReader;
import io.holdfast.engine.ExtentSink;
import io.holdfast.engine.HeldBackup;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.engine.PasswordSource;
import io.holdfast.engine.ReadReport;
import io.holdfast.keys.NewDataKey;
import io.holdfast.keys.memory.MemoryDataKeys;
import io.holdfast.keys.ring.KeyRing;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.id.JobId;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.quantity.Lsn;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.protocol.stripe.StripeOrder;
import io.holdfast.repository.AbsentStream;
import io.holdfast.repository.ObjectName;
import io.holdfast.repository.Repository;
import io.holdfast.repository.SealedStreamWriter;
import io.holdfast.repository.StreamName;
import io.holdfast.repository.StreamVisitor;
import io.holdfast.runtime.metrics.Metrics;
import io.holdfast.worker.TestOrders;
import io.holdfast.worker.read.Pace;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * A process of its own that seals a gigabyte in two slots into a repository that is slower than the reading, and tells how much
 * memory it took at most: {@code heap direct}, in bytes.
 */
final class SlowStoreMain {
    private static final long STRIPE = 512L << 20;
    private static final int SLOTS = 2;

    private SlowStoreMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        JobId job = TestSite.newJob();
        KeyRing keys = MemoryDataKeys.of(Clock.systemUTC(), TestSite.STORE);
        NewDataKey key = keys.make(TestOrders.context(job), List.of(TestSite.STORE));
        InstanceSettings instance = new InstanceSettings(
                TestOrders.INSTANCE,
                "none",
                1,
                "postgres",
                "holdfast",
                PasswordSource.NONE,
                ConnectionEncryption.PREFERRED,
                Access.SQL,
                Optional.empty());
        WorkerParts parts = new WorkerParts(
                Map.of(TestOrders.INSTANCE, instance),
                new OpenRepositories(Map.of(TestOrders.REPOSITORY, new SlowStore())),
                new JobKeys(keys),
                Metrics.of("worker"));
        StripeOrder.Seal order = TestOrders.seal(new Extent("base/5/16384", 0, STRIPE))
                .of(new TestOrders.Held(
                        job,
                        new Compression(Codec.LZ4, 0),
                        key.jobWrapped(),
                        TestOrders.SERVER,
                        Access.SQL,
                        Lsn.parse("0/0")))
                .order();
        SealWork work = new SealWork(parts);
        List<Thread> slots = new ArrayList<>();
        for (int i = 0; i < SLOTS; i++) {
            SlotKit kit = new SlotKit(i, new Noise(), new Pace(Optional.empty(), System::nanoTime));
            slots.add(Thread.ofPlatform().start(() -> {
                try {
                    long bytes = work.seal(order, kit, TestOrders.NO_PULSE)
                            .counts()
                            .dataBytes()
                            .number();
                    if (bytes != STRIPE) {
                        throw new IllegalStateException(bytes + " bytes");
                    }
                } catch (InterruptedException | RuntimeException e) {
                    e.printStackTrace();
                    Runtime.getRuntime().halt(3);
                }
            }));
        }
        for (Thread slot : slots) {
            slot.join();
        }
        System.out.println("peak " + peakHeap() + " " + direct());
    }

    private static long peakHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == java.lang.management.MemoryType.HEAP)
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(usage -> usage.getUsed())
                .sum();
    }

    private static long direct() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    /** As fast as memory, and half of it does not shrink. */
    private static final class Noise implements DatabaseEngine {
        @Override
        public BackupSession open(InstanceSettings instance, SetId set) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isHeld(InstanceSettings instance, SetId set) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ExtentReader reader(InstanceSettings instance, HeldBackup backup) {
            return new ExtentReader() {
                @Override
                public void check() {
                    // Always the same.
                }

                @Override
                public ReadReport read(List<Extent> extents, ExtentSink sink) {
                    byte[] noise = new byte[256 * 1024];
                    new Random(1).nextBytes(noise);
                    for (int i = 0; i < extents.size(); i++) {
                        long length = extents.get(i).length();
                        for (long done = 0; done < length; done += noise.length) {
                            // New for each piece, as a driver's rows are.
                            sink.piece(i, done, ByteBuffer.wrap(noise.clone()));
                        }
                        sink.end(i, ExtentEnd.COMPLETE, length);
                    }
                    return ReadReport.NOTHING;
                }

                @Override
                public void close() {
                    // Nothing is open.
                }
            };
        }
    }

    /** Takes everything and keeps nothing, with a pause now and then. */
    private static final class SlowStore implements Repository {
        @Override
        public RepositoryName name() {
            return TestOrders.REPOSITORY;
        }

        @Override
        public SealedStreamWriter create(StreamName name) {
            return new SealedStreamWriter() {
                @Override
                public void header(ByteBuffer header) {
                    // Nothing is kept.
                }

                @Override
                public void frame(long index, ByteBuffer frame) {
                    if (index % 64 == 0) {
                        try {
                            Thread.sleep(300);
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }
                }

                @Override
                public String commit() {
                    return "";
                }

                @Override
                public void close() {
                    // Nothing is open.
                }
            };
        }

        @Override
        public void fetch(SetId set, List<StreamRef> wanted, StreamVisitor visitor) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<AbsentStream> absent(SetId set, List<StreamRef> wanted) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<List<StreamRef>> batches(List<StreamRef> streams) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void putObject(ObjectName name, byte[] content) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<byte[]> getObject(ObjectName name) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<ObjectName> listObjects(SetId set) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<SetId> sets() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void dropSet(SetId set) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
