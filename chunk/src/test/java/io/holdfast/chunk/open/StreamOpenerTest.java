package io.holdfast.chunk.open;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.ChunkFailure;
import io.holdfast.chunk.Sample;
import io.holdfast.chunk.Sample.Recipe;
import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.FrameWalk;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Suite;
import io.holdfast.protocol.failure.Corrupt;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StreamOpenerTest {
    private static final Suite SUITE = Suite.AES_256;

    private final Sample sample = Sample.small(Recipe.small(SUITE, Codec.ZSTD));
    private final List<byte[]> frames = sample.frames();
    private final StreamExpectation expectation =
            StreamExpectation.of(Sample.context(SUITE), Sample.dataKey(SUITE), sample.receipt());
    private final ChunkBuffers buffers = new ChunkBuffers();

    @Test
    void anIncompleteStreamGivesWhatIsContiguousAndNoEnd() {
        try (StreamOpener opener = StreamOpener.open(header(), expectation, buffers)) {
            assertThat(opener.frame(frame(0)).remaining()).isPositive();
            assertThat(opener.frame(frame(1)).remaining()).isPositive();
            assertThat(opener.contiguousFrames()).isEqualTo(2);
            assertThat(opener.complete()).isFalse();
            assertThatExceptionOfType(Corrupt.class)
                    .isThrownBy(opener::finish)
                    .matches(corrupt -> corrupt.code() == ChunkFailure.TRUNCATED);
        }
    }

    @Test
    void afterAFrameInTheWrongPlaceNothingIsReleased() {
        try (StreamOpener opener = StreamOpener.open(header(), expectation, buffers)) {
            assertThat(opener.frame(frame(0)).remaining()).isPositive();
            assertThat(opener.frame(frame(2)).remaining()).isZero();
            assertThat(opener.contiguousFrames()).isEqualTo(1);
            assertThatExceptionOfType(Corrupt.class)
                    .isThrownBy(() -> opener.frame(frame(1)))
                    .matches(corrupt -> corrupt.code() == ChunkFailure.REORDERED);
        }
    }

    @Test
    void aSingleFrameOpensByItsIndexAndNoOther() {
        try (ChunkOpener opener = ChunkOpener.open(header(), expectation, buffers)) {
            assertThat(opener.open(1, frame(1)).remaining()).isPositive();
            assertThatExceptionOfType(Corrupt.class)
                    .isThrownBy(() -> opener.open(1, frame(0)))
                    .matches(corrupt -> corrupt.code() == ChunkFailure.REORDERED)
                    .withMessageContaining("frame 0 stands where frame 1 should");
        }
    }

    @Test
    void aClosedOpenerOpensNothing() {
        ChunkOpener opener = ChunkOpener.open(header(), expectation, buffers);
        opener.close();
        opener.close();
        assertThatIllegalStateException().isThrownBy(() -> opener.open(0, frame(0)));
        ChunkOpener.open(header(), expectation, buffers).close();
    }

    @Test
    void aWalkSaysWhetherTheStreamEndsWhereItsLastFrameDoes() {
        ByteBuffer stream = ByteBuffer.wrap(sample.stream());
        FrameWalk walk =
                new FrameWalk(ChunkOpener.open(header(), expectation, buffers).header());
        assertThat(walkCode(walk, stream.limit())).isEqualTo(ChunkFailure.TRUNCATED);
        while (!walk.complete()) {
            walk.next(stream.slice((int) walk.position(), FrameHeader.LENGTH));
        }
        walk.checkLength(stream.limit());
        assertThat(walk.dataFrames().size() + walk.tableFrames().size()).isEqualTo(frames.size());
        assertThat(walkCode(walk, stream.limit() - 1)).isEqualTo(ChunkFailure.TRUNCATED);
        assertThat(walkCode(walk, stream.limit() + 1)).isEqualTo(ChunkFailure.SPLICED);
    }

    private static Object walkCode(FrameWalk walk, long length) {
        try {
            walk.checkLength(length);
            return "no failure";
        } catch (Corrupt corrupt) {
            return corrupt.code();
        }
    }

    private ByteBuffer header() {
        return ByteBuffer.wrap(sample.stream());
    }

    private ByteBuffer frame(int index) {
        return ByteBuffer.wrap(frames.get(index));
    }
}
