package io.holdfast.worker.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.open.StreamExpectation;
import io.holdfast.chunk.open.StreamOpener;
import io.holdfast.chunk.table.FileKind;
import io.holdfast.chunk.table.Table;
import io.holdfast.chunk.write.SealingOptions;
import io.holdfast.chunk.write.SealingOrder;
import io.holdfast.chunk.write.StreamSealer;
import io.holdfast.engine.ExtentEnd;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.chunk.Purpose;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.chunk.StreamContext;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.plan.ListedFile;
import io.holdfast.protocol.plan.Phase;
import io.holdfast.protocol.stripe.InlineFile;
import io.holdfast.protocol.stripe.StripeOrder;
import io.holdfast.worker.Abandoned;
import io.holdfast.worker.Pulse;
import io.holdfast.worker.TestOrders;
import io.holdfast.worker.WorkerFailure;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StripeSealingTest {
    private final List<ByteBuffer> frames = new ArrayList<>();
    private final SecretBytes key = SecretBytes.takeOver(new byte[32]);
    private long beats;

    @Test
    void filesDirectoriesAndTextsOfTheOrderStandInTheTable() {
        StripeOrder.Seal order = TestOrders.seal(
                        new Extent("base/5/1", 0, 16), new Extent("base/5/2", 0, 0), new Extent("base/5/3", 8_192, 4))
                .with(List.of(TestOrders.directory("pg_notify")))
                .with(Map.of("base/5/1", 77L))
                .withInline(new InlineFile("backup_label", "START WAL"))
                .order();
        Table table = seal(order, bytes -> beats += bytes, sealing -> {
            sealing.piece(0, 0, bytes(10));
            sealing.piece(0, 10, bytes(6));
            sealing.end(0, ExtentEnd.COMPLETE, 16);
            sealing.end(1, ExtentEnd.COMPLETE, 0);
            sealing.piece(2, 8_192, bytes(4));
            sealing.end(2, ExtentEnd.COMPLETE, 4);
            sealing.inline();
            assertThat(sealing.files()).isEqualTo(5);
            assertThat(sealing.bytes().number()).isEqualTo(29);
        });
        assertThat(table.files())
                .extracting(file -> file.entry().path())
                .containsExactly("pg_notify", "base/5/1", "base/5/2", "base/5/3", "backup_label");
        assertThat(table.files().getFirst().entry().kind()).isEqualTo(FileKind.DIRECTORY);
        assertThat(table.files().get(1).entry().modified()).isEqualTo(77);
        assertThat(table.files().get(1).entry().size().number()).isEqualTo(16);
        assertThat(table.files().get(1).extents())
                .singleElement()
                .satisfies(extent -> assertThat(extent.length()).isEqualTo(16));
        assertThat(table.files().get(3).extents())
                .singleElement()
                .satisfies(extent -> assertThat(extent.fileOffset()).isEqualTo(8_192));
        assertThat(beats).isEqualTo(20);
    }

    @Test
    void aFileThatVanishedBeforeItsFirstByteIsLeftOut() {
        StripeOrder.Seal order = TestOrders.seal(new Extent("gone", 0, 8), new Extent("there", 0, 8))
                .order();
        Table table = seal(order, TestOrders.NO_PULSE, sealing -> {
            sealing.end(0, ExtentEnd.VANISHED, 0);
            sealing.piece(1, 0, bytes(8));
            sealing.end(1, ExtentEnd.COMPLETE, 8);
        });
        assertThat(table.files()).extracting(file -> file.entry().path()).containsExactly("there");
    }

    @Test
    void aFileThatShrankIsAsLongAsWhatWasRead() {
        StripeOrder.Seal order = TestOrders.seal(new Extent("shrank", 0, 8_192)).order();
        Table table = seal(order, TestOrders.NO_PULSE, sealing -> {
            sealing.piece(0, 0, bytes(100));
            sealing.end(0, ExtentEnd.SHORT, 100);
        });
        assertThat(table.files()).singleElement().satisfies(file -> {
            assertThat(file.extents().getFirst().length()).isEqualTo(100);
            assertThat(file.entry().size().number()).isEqualTo(100);
        });
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "COMPLETE")
    void whatReplayItselfNeedsMustComeWhole(ExtentEnd end) {
        String segment = "pg_wal/000000010000000000000002";
        StripeOrder.Seal order = TestOrders.seal(new Extent(segment, 0, 8_192))
                .inPhase(Phase.CLOSE)
                .order();
        assertThatThrownBy(() -> seal(order, TestOrders.NO_PULSE, sealing -> sealing.end(0, end, 0)))
                .isInstanceOfSatisfying(
                        Transient.class, e -> assertThat(e.code()).isEqualTo(WorkerFailure.CLOSE_INCOMPLETE))
                .hasMessageContaining(segment);
    }

    @Test
    void severalExtentsOfAFileAreOneFile() {
        StripeOrder.Seal order =
                TestOrders.seal(new Extent("a", 0, 4), new Extent("a", 100, 4)).order();
        Table table = seal(order, TestOrders.NO_PULSE, sealing -> {
            sealing.piece(0, 0, bytes(4));
            sealing.end(0, ExtentEnd.COMPLETE, 4);
            sealing.piece(1, 100, bytes(4));
            sealing.end(1, ExtentEnd.COMPLETE, 4);
        });
        assertThat(table.files()).singleElement().satisfies(file -> {
            assertThat(file.extents()).hasSize(2);
            assertThat(file.entry().size().number()).isEqualTo(104);
        });
    }

    @Test
    void aFileAmongTheDirectoriesIsRefused() {
        StripeOrder.Seal order = TestOrders.seal()
                .with(List.of(new ListedFile("PG_VERSION", io.holdfast.protocol.plan.FileKind.FILE, 3, Instant.EPOCH)))
                .order();
        assertThatThrownBy(() -> seal(order, TestOrders.NO_PULSE, sealing -> {}))
                .isInstanceOf(Permanent.class)
                .hasMessageContaining("PG_VERSION");
    }

    @Test
    void aPulseThatStopsStopsTheSealing() {
        StripeOrder.Seal order = TestOrders.seal(new Extent("a", 0, 8)).order();
        Pulse stopped = bytes -> {
            throw new Abandoned("the job has ended");
        };
        assertThatThrownBy(() -> seal(order, stopped, sealing -> sealing.piece(0, 0, bytes(8))))
                .isInstanceOf(Abandoned.class);
    }

    private interface Steps {
        void run(StripeSealing sealing);
    }

    private Table seal(StripeOrder.Seal order, Pulse pulse, Steps steps) {
        StreamContext context = StreamContext.of(order.context(), order.stripe(), Purpose.DATA, order.suite());
        SealingOrder sealed = SealingOrder.sealed(SealingOptions.with(order.compression()), context, key);
        try (ChunkBuffers buffers = new ChunkBuffers()) {
            ByteBuffer header;
            Receipt receipt;
            try (StreamSealer sealer = StreamSealer.open(
                    sealed, new SecureRandom()::nextBytes, buffers, (index, frame) -> frames.add(copy(frame)))) {
                header = sealer.header();
                StripeSealing sealing = new StripeSealing(order, sealer, pulse);
                sealing.directories();
                steps.run(sealing);
                receipt = sealing.finish();
            }
            StreamExpectation expectation = StreamExpectation.of(context, Optional.of(key), receipt);
            try (StreamOpener opener = StreamOpener.open(header, expectation, buffers)) {
                frames.forEach(opener::frame);
                return opener.finish();
            }
        }
    }

    private static ByteBuffer copy(ByteBuffer frame) {
        ByteBuffer copy = ByteBuffer.allocate(frame.remaining());
        copy.put(frame).flip();
        return copy;
    }

    private static ByteBuffer bytes(int count) {
        return ByteBuffer.wrap("x".repeat(count).getBytes(StandardCharsets.US_ASCII));
    }
}
