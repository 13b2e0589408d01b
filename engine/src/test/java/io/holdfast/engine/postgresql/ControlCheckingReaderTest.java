package io.holdfast.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.engine.EngineFailure;
import io.holdfast.engine.ExtentEnd;
import io.holdfast.engine.ExtentReader;
import io.holdfast.engine.ExtentSink;
import io.holdfast.engine.ReadReport;
import io.holdfast.protocol.failure.Transient;
import io.holdfast.protocol.plan.Extent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlCheckingReaderTest {
    private static final Extent CONTROL = new Extent(ControlFile.PATH, 0, ControlFile.BYTES);
    private static final Extent BEFORE = new Extent("PG_VERSION", 0, 3);
    private static final Extent AFTER = new Extent("postgresql.conf", 0, 3);

    @ParameterizedTest
    @ValueSource(ints = {15, 17, 18})
    void aTornControlFileIsReadAgainUntilItsChecksumFits(int major) throws IOException {
        byte[] whole;
        try (TestServer server = TestServer.start(major)) {
            server.postgres().stop();
            whole = Files.readAllBytes(server.postgres().data().resolve(ControlFile.PATH));
        }
        byte[] torn = whole.clone();
        torn[40] ^= 1;
        byte[] half = new byte[4_096];
        System.arraycopy(whole, 0, half, 0, half.length);
        Collected collected = new Collected();
        new ControlCheckingReader(new Canned(new ArrayDeque<>(List.of(torn, half, whole))))
                .read(List.of(BEFORE, CONTROL, AFTER), collected);
        assertThat(collected.of(1)).isEqualTo(whole);
        assertThat(collected.of(0)).asString().isEqualTo("one");
        assertThat(collected.of(2)).asString().isEqualTo("one");
        assertThat(collected.ends).containsExactly(ExtentEnd.COMPLETE, ExtentEnd.COMPLETE, ExtentEnd.COMPLETE);
    }

    @Test
    void aControlFileThatStaysTornIsNeverHandedOn() {
        Deque<byte[]> torn = new ArrayDeque<>();
        for (int i = 0; i < 9; i++) {
            torn.add(new byte[ControlFile.BYTES]);
        }
        Collected collected = new Collected();
        assertThatThrownBy(() -> new ControlCheckingReader(new Canned(torn)).read(List.of(CONTROL), collected))
                .isInstanceOfSatisfying(
                        Transient.class, e -> assertThat(e.code()).isEqualTo(EngineFailure.READ_FAILED));
        assertThat(collected.ends).isEmpty();
    }

    /** Gives the control file as it is told, and three bytes for anything else. */
    private record Canned(Deque<byte[]> controls) implements ExtentReader {
        @Override
        public void check() {}

        @Override
        public ReadReport read(List<Extent> extents, ExtentSink sink) {
            for (int i = 0; i < extents.size(); i++) {
                boolean control = extents.get(i).path().equals(ControlFile.PATH);
                byte[] bytes = control ? controls.remove() : "one".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
                sink.piece(i, 0, ByteBuffer.wrap(bytes));
                boolean all = bytes.length == extents.get(i).length();
                sink.end(i, all ? ExtentEnd.COMPLETE : ExtentEnd.SHORT, bytes.length);
            }
            return ReadReport.NOTHING;
        }

        @Override
        public void close() {}
    }
}
