package io.holdfast.repository;

import io.holdfast.messaging.send.KafkaSettings;
import io.holdfast.messaging.topic.Durability;
import io.holdfast.messaging.topic.TopicPlan;
import io.holdfast.messaging.topic.Topics;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.id.RepositoryName;
import io.holdfast.protocol.id.SetId;
import io.holdfast.protocol.id.TopicPrefix;
import io.holdfast.protocol.stripe.StreamRef;
import io.holdfast.repository.file.FileRepository;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;

/**
 * Writes streams of 64 frames by two writers and reads them back, and says how fast: {@code file FOLDER SPOOL MEGABYTES} or {@code
 * kafka SERVERS SPOOL MEGABYTES}.
 */
public final class Throughput {
    private static final int FRAMES = 64;
    private static final int FRAME_BYTES = 500_000;
    private static final int WRITERS = 2;

    private static long cpuBefore;

    private Throughput() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("file")) {
            FileRepository.make(Path.of(arguments[1]));
        }
        RepositoryConfig config = arguments[0].equals("file")
                ? new RepositoryConfig.File(Path.of(arguments[1]))
                : new RepositoryConfig.Kafka(2, Optional.of(Path.of(arguments[2])));
        Repositories.Surroundings process = new Repositories.Surroundings(
                KafkaSettings.plain(arguments[0].equals("file") ? "127.0.0.1:1" : arguments[1]),
                TopicPlan.of(new Topics(new TopicPrefix("site")), Durability.SINGLE),
                WRITERS);
        int streams = Math.max(1, Integer.parseInt(arguments[3]) * 1_000_000 / (FRAMES * FRAME_BYTES));
        try (Repository repository = Repositories.open(new RepositoryName("measured"), config, process)) {
            SetId set = TestStream.set();
            cpuBefore = cpuNanos();
            long start = System.nanoTime();
            List<StreamRef> refs = write(repository, set, streams);
            say("wrote", refs, System.nanoTime() - start);
            start = System.nanoTime();
            if (!repository.absent(set, refs).isEmpty()) {
                throw new IllegalStateException("streams are absent");
            }
            say("looked for", refs, System.nanoTime() - start);
            start = System.nanoTime();
            read(repository, set, refs);
            say("read", refs, System.nanoTime() - start);
        }
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static List<StreamRef> write(Repository repository, SetId set, int streams) throws Exception {
        List<Future<StreamRef>> written = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
            for (int stripe = 0; stripe < streams; stripe++) {
                int number = stripe;
                written.add(threads.submit(() -> RepeatedStream.writeTo(repository, set, number)));
            }
        }
        List<StreamRef> refs = new ArrayList<>();
        for (Future<StreamRef> ref : written) {
            refs.add(ref.get());
        }
        return refs;
    }

    private static void read(Repository repository, SetId set, List<StreamRef> refs) {
        LongAdder bytes = new LongAdder();
        repository.fetch(set, refs, new StreamVisitor() {
            @Override
            public void stream(StreamRef ref, SealedSource source) {
                ByteBuffer part = ByteBuffer.allocate(1 << 20);
                for (long at = 0; at < source.size(); at += part.limit()) {
                    bytes.add(source.read(part.clear(), at));
                    part.flip();
                }
            }

            @Override
            public void missing(StreamRef ref, Corrupt failure) {
                throw failure;
            }
        });
        if (bytes.sum() != total(refs)) {
            throw new IllegalStateException("read " + bytes.sum() + " of " + total(refs));
        }
    }

    private static long total(List<StreamRef> refs) {
        return refs.stream()
                .mapToLong(ref -> ref.receipt().sealedBytes().number())
                .sum();
    }

    private static void say(String what, List<StreamRef> refs, long nanos) {
        long cpu = cpuNanos();
        System.out.printf(
                "%s %d MB in %d streams, %.2f s, %.0f MB/s, %.2f s of this process's CPU a GB%n",
                what,
                total(refs) / 1_000_000,
                refs.size(),
                nanos / 1e9,
                total(refs) * 1e3 / nanos,
                (double) (cpu - cpuBefore) / total(refs));
        cpuBefore = cpu;
    }

    /** A stream whose frames are one frame again and again, so that it needs no memory. */
    private static final class RepeatedStream {
        private RepeatedStream() {}

        static StreamRef writeTo(Repository repository, SetId set, int stripe) {
            TestStream two = TestStream.of(stripe, 2, FRAME_BYTES);
            TestStream.Shape shape = new TestStream.Shape(two, FRAMES);
            try (SealedStreamWriter writer = repository.create(two.name(set))) {
                writer.header(two.header().encode());
                for (int index = 0; index < FRAMES; index++) {
                    writer.frame(index, shape.frame(index));
                }
                return shape.ref(writer.commit());
            }
        }
    }
}
