package io.holdfast.worker.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.engine.ExtentEnd;
import io.holdfast.engine.ExtentReader;
import io.holdfast.engine.ExtentSink;
import io.holdfast.engine.ReadReport;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.quantity.ByteCount;
import io.holdfast.worker.Abandoned;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class ReadAheadTest {
    private static final int BUFFER = 1_000;
    private final ReadAhead ahead = new ReadAhead("test-read", 3, BUFFER, new Pace(Optional.empty(), System::nanoTime));

    @AfterEach
    void close() {
        ahead.close();
    }

    @Test
    void bytesAndEndsArriveAsTheyWereReadWhateverTheSizeOfPieces() throws InterruptedException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<Extent> extents = IntStream.range(0, random.nextInt(40))
                    .mapToObj(i -> new Extent("file" + i, random.nextInt(3) * 512L, random.nextInt(5_000)))
                    .toList();
            Recorded direct = new Recorded();
            new PatternReader(seed + round, 1 + random.nextInt(1_800)).read(extents, direct);
            Recorded through = new Recorded();
            ReadReport report =
                    ahead.read(new PatternReader(seed + round, 1 + random.nextInt(1_800)), extents, through);
            assertThat(through.bytes.toByteArray()).as("seed %d", seed).isEqualTo(direct.bytes.toByteArray());
            assertThat(through.ends).as("seed %d", seed).isEqualTo(direct.ends);
            assertThat(report).isSameAs(PatternReader.REPORT);
        }
    }

    @Test
    void readingKeepsToItsPaceAndEndsAtOnceWhenTheSealingFails() throws InterruptedException {
        Pace pace = new Pace(Optional.of(ByteCount.of(10L * BUFFER)), System::nanoTime);
        try (ReadAhead slow = new ReadAhead("slow-read", 3, BUFFER, pace)) {
            long start = System.nanoTime();
            Recorded recorded = new Recorded();
            slow.read(new PatternReader(1, BUFFER), List.of(new Extent("file", 0, 5L * BUFFER)), recorded);
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(450), Duration.ofSeconds(5));
            assertThat(recorded.bytes.size()).isEqualTo(5 * BUFFER);
            assertThatThrownBy(() -> slow.read(
                            new PatternReader(1, BUFFER),
                            List.of(new Extent("large", 0, 1_000L * BUFFER)),
                            new Recorded() {
                                @Override
                                public void piece(int extent, long offset, ByteBuffer bytes) {
                                    throw new IllegalStateException("sealing failed");
                                }
                            }))
                    .hasMessage("sealing failed");
        }
    }

    /** K5: what is read ahead is bounded in bytes. */
    @Test
    void aSlowTakerHoldsReadingUp() throws InterruptedException {
        PatternReader reader = new PatternReader(1, BUFFER);
        Extent large = new Extent("large", 0, 100L * BUFFER);
        long[] taken = {0};
        ahead.read(reader, List.of(large), new Recorded() {
            @Override
            public void piece(int extent, long offset, ByteBuffer bytes) {
                if (taken[0] < 5L * BUFFER) {
                    // Reading goes on until all buffers are full, and not further.
                    Awaitility.await()
                            .during(Duration.ofMillis(30))
                            .until(() -> reader.read.get() <= taken[0] + 4L * BUFFER);
                }
                taken[0] += bytes.remaining();
            }
        });
        assertThat(taken[0]).isEqualTo(large.length());
    }

    @Test
    void aFailureOfTheReaderReachesTheTakerAfterWhatWasRead() throws InterruptedException {
        ExtentReader failing = new PatternReader(1, 100) {
            @Override
            public ReadReport read(List<Extent> extents, ExtentSink sink) {
                super.read(extents, sink);
                throw new IllegalStateException("the disk is gone");
            }
        };
        assertThatThrownBy(() -> ahead.read(failing, List.of(new Extent("a", 0, 5_000)), new Recorded()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the disk is gone");
        assertWorksAgain();
    }

    @Test
    void aFailureOfTheTakerStopsTheReader() throws InterruptedException {
        PatternReader reader = new PatternReader(1, BUFFER);
        assertThatThrownBy(() -> ahead.read(reader, List.of(new Extent("a", 0, 1L << 40)), new Recorded() {
                    @Override
                    public void piece(int extent, long offset, ByteBuffer bytes) {
                        throw new Abandoned("enough");
                    }
                }))
                .isInstanceOf(Abandoned.class)
                .hasMessage("enough");
        assertThat(reader.read.get()).isLessThanOrEqualTo(5L * BUFFER);
        assertWorksAgain();
    }

    @Test
    void anInterruptedTakerLeavesNoReaderBehind() throws InterruptedException {
        PatternReader reader = new PatternReader(1, BUFFER);
        Thread taker = Thread.ofPlatform()
                .start(() -> assertThatThrownBy(() ->
                                ahead.read(reader, List.of(new Extent("a", 0, 1L << 40)), new Recorded() {
                                    @Override
                                    public void piece(int extent, long offset, ByteBuffer bytes) {
                                        // Takes it and forgets it.
                                    }
                                }))
                        .isInstanceOf(InterruptedException.class));
        Awaitility.await().until(() -> reader.read.get() > 100L * BUFFER);
        taker.interrupt();
        taker.join();
        long after = reader.read.get();
        assertThat(reader.running).isFalse();
        assertThat(reader.read.get()).isEqualTo(after);
        assertWorksAgain();
    }

    private void assertWorksAgain() throws InterruptedException {
        Recorded recorded = new Recorded();
        ahead.read(new PatternReader(5, 300), List.of(new Extent("b", 0, 10_000)), recorded);
        assertThat(recorded.bytes.size()).isEqualTo(10_000);
    }

    /** Reads bytes that follow from a seed, in pieces of a size. */
    private static class PatternReader implements ExtentReader {
        static final ReadReport REPORT = new ReadReport(7, 0, List.of(), 0);
        private final Random random;
        private final int piece;
        final AtomicLong read = new AtomicLong();
        volatile boolean running;

        PatternReader(long seed, int piece) {
            this.random = new Random(seed);
            this.piece = piece;
        }

        @Override
        public void check() {
            // Always the same.
        }

        @Override
        public ReadReport read(List<Extent> extents, ExtentSink sink) {
            running = true;
            try {
                for (int i = 0; i < extents.size(); i++) {
                    one(i, extents.get(i), sink);
                }
            } finally {
                running = false;
            }
            return REPORT;
        }

        private void one(int number, Extent extent, ExtentSink sink) {
            long done = 0;
            while (done < extent.length()) {
                byte[] bytes = new byte[(int) Math.min(piece, extent.length() - done)];
                // Byte by byte, so that the size of pieces does not change what is read.
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = (byte) random.nextInt();
                }
                sink.piece(number, extent.offset() + done, ByteBuffer.wrap(bytes));
                done += bytes.length;
                read.addAndGet(bytes.length);
            }
            sink.end(number, done == 0 ? ExtentEnd.VANISHED : ExtentEnd.COMPLETE, done);
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    /** Keeps everything, and refuses gaps. */
    private static class Recorded implements ExtentSink {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final List<String> ends = new ArrayList<>();
        private int current = -1;
        private long next;

        @Override
        public void piece(int extent, long offset, ByteBuffer piece) {
            if (extent == current) {
                assertThat(offset).isEqualTo(next);
            }
            current = extent;
            next = offset + piece.remaining();
            byte[] copy = new byte[piece.remaining()];
            piece.get(copy);
            bytes.writeBytes(copy);
        }

        @Override
        public void end(int extent, ExtentEnd end, long read) {
            ends.add(extent + " " + end + " " + read);
        }
    }
}
