package io.holdfast.worker.app;

import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.ChunkLimit;
import io.holdfast.chunk.table.FileEntry;
import io.holdfast.chunk.write.SealingOptions;
import io.holdfast.chunk.write.SealingOrder;
import io.holdfast.chunk.write.StreamSealer;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.engine.postgresql.PostgresEngine;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Compression;
import io.holdfast.protocol.chunk.Purpose;
import io.holdfast.protocol.chunk.StreamContext;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.id.StripeNumber;
import io.holdfast.protocol.job.Access;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.protocol.stripe.StripeOrder;
import io.holdfast.repository.Repository;
import io.holdfast.runtime.config.SecretResolver;
import io.holdfast.runtime.metrics.Metrics;
import io.holdfast.worker.TestOrders;
import io.holdfast.worker.read.Pace;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How fast one slot seals a real server's files into the file repository, beside sealing the same files without a worker: MB of the
 * database for each second, and for each second of this process's processor time. Arguments: rows (2,000 are about a megabyte), rounds.
 */
final class ThroughputMain {
    private static final List<Compression> CODECS =
            List.of(new Compression(Codec.ZSTD, 3), new Compression(Codec.ZSTD, 1), new Compression(Codec.LZ4, 0));

    private ThroughputMain() {}

    public static void main(String[] arguments) throws Exception {
        int rows = Integer.parseInt(arguments[0]);
        int rounds = Integer.parseInt(arguments[1]);
        try (PrivatePostgres server = TestBackup.server();
                TestSite site = TestSite.start("speed")) {
            server.execute(
                    "CREATE TABLE item (id int, at timestamptz, name text, body text)",
                    "INSERT INTO item SELECT i, now() + i * interval '1 s', 'item ' || i % 1000, md5(i::text) ||"
                            + " repeat('lorem ipsum ' || i % 37, 25) FROM generate_series(1, " + rows + ") i",
                    "CREATE INDEX ON item (id)",
                    "CHECKPOINT");
            InstanceSettings instance = Objects.requireNonNull(
                            TestBackup.instances(server).get(TestOrders.INSTANCE))
                    .settings(TestOrders.INSTANCE, SecretResolver.of(Map.of()));
            try (TestBackup backup = TestBackup.hold(site, server);
                    Repository files = site.repository(TestSite.FILES);
                    Repository kafka = site.repository(TestSite.KAFKA);
                    SecretBytes key = backup.dataKey()) {
                Extent[] extents = backup.extents();
                for (int round = 0; round < rounds; round++) {
                    for (Compression codec : CODECS) {
                        measure(
                                "alone       " + codec.codec() + " " + codec.level(),
                                () -> alone(extents, codec, key, server));
                        for (Access access : Access.values()) {
                            for (Repository repository : List.of(files, kafka)) {
                                Metrics metrics = Metrics.of("worker");
                                WorkerParts parts = new WorkerParts(
                                        Map.of(TestOrders.INSTANCE, instance),
                                        new OpenRepositories(Map.of(repository.name(), repository)),
                                        new JobKeys(site.keys),
                                        metrics);
                                StripeOrder.Seal order = TestOrders.seal(extents)
                                        .in(repository.name())
                                        .of(held(backup, access, codec))
                                        .order();
                                try (SlotKit kit = new SlotKit(
                                        0, new PostgresEngine(), new Pace(Optional.empty(), System::nanoTime))) {
                                    measure(
                                            "%-5s %-6s %s %d"
                                                    .formatted(access, repository.name(), codec.codec(), codec.level()),
                                            () -> new SealWork(parts)
                                                    .seal(order, kit, TestOrders.NO_PULSE)
                                                    .counts()
                                                    .dataBytes()
                                                    .number());
                                }
                                System.out.println("        " + stages(metrics));
                            }
                        }
                    }
                }
            }
        }
    }

    private static String stages(Metrics metrics) {
        StringBuilder line = new StringBuilder();
        metrics.scrape()
                .lines()
                .filter(text -> text.startsWith("holdfast_worker_stage_seconds_sum"))
                .forEach(text -> line.append(text.replaceAll(".*stage=\"(\\w+)\".* (\\S+)$", "$1 $2"))
                        .append("  "));
        return line.toString();
    }

    private static TestOrders.Held held(TestBackup backup, Access access, Compression codec) {
        TestOrders.Held held = backup.held(access);
        return new TestOrders.Held(held.job(), codec, held.key(), held.server(), access, held.startLsn());
    }

    private interface Run {
        long bytes() throws Exception;
    }

    private static void measure(String name, Run run) throws Exception {
        long cpu = cpu();
        long start = System.nanoTime();
        double megabytes = run.bytes() / 1e6;
        double seconds = (System.nanoTime() - start) / 1e9;
        double processor = (cpu() - cpu) / 1e9;
        System.out.printf(
                "%-28s %6.0f MB  %5.2f s  %5.0f MB/s  %5.0f MB/CPU-s%n",
                name, megabytes, seconds, megabytes / seconds, megabytes / processor);
    }

    private static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static long alone(Extent[] extents, Compression codec, SecretBytes key, PrivatePostgres server)
            throws IOException {
        StreamContext context = StreamContext.of(
                TestOrders.context(TestSite.newJob()), new StripeNumber(0), Purpose.DATA, Suite.AES_256);
        ByteBuffer buffer = ByteBuffer.allocateDirect(ChunkLimit.LARGEST);
        try (ChunkBuffers buffers = new ChunkBuffers();
                StreamSealer sealer = StreamSealer.open(
                        SealingOrder.sealed(SealingOptions.with(codec), context, key),
                        new SecureRandom()::nextBytes,
                        buffers,
                        (index, frame) -> {})) {
            for (Extent extent : Arrays.asList(extents)) {
                sealer.startFile(FileEntry.file(extent.path(), ByteCount.of(extent.length()), 0600, 0));
                try (FileChannel file = FileChannel.open(server.data().resolve(extent.path()))) {
                    long at = 0;
                    while (at < extent.length()) {
                        int read = file.read(buffer.clear(), at);
                        sealer.write(at, buffer.flip());
                        at += read;
                    }
                }
            }
            return sealer.finish().dataBytes().number();
        }
    }
}
