package io.holdfast.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.chunk.GoldenStreams.Golden;
import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.StreamVerifier;
import io.holdfast.chunk.open.StreamExpectation;
import io.holdfast.chunk.open.StreamOpener;
import io.holdfast.chunk.open.StreamReading;
import io.holdfast.chunk.table.Extent;
import io.holdfast.chunk.table.FileEntry;
import io.holdfast.chunk.table.Table;
import io.holdfast.chunk.table.TableFile;
import io.holdfast.protocol.chunk.Codec;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.chunk.Suite;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class GoldenStreamsTest {
    private static Stream<Golden> golden() {
        return GoldenStreams.all();
    }

    @ParameterizedTest
    @MethodSource("golden")
    void everyKeptStreamStillOpens(Golden golden) throws IOException {
        ByteBuffer stream = ByteBuffer.wrap(GoldenStreams.kept(golden));
        Suite suite = golden.recipe().suite();
        StreamExpectation expectation =
                StreamExpectation.of(Sample.context(suite), Sample.dataKey(suite), GoldenStreams.receipt(golden));
        List<byte[]> chunks = new ArrayList<>();
        Table table;
        try (ChunkBuffers buffers = new ChunkBuffers();
                StreamOpener opener = StreamOpener.open(stream, expectation, buffers)) {
            table = StreamReading.readAll(stream, opener, plain -> chunks.add(Sample.copy(plain)));
        }
        SequencedMap<FileEntry, byte[]> expected =
                GoldenStreams.files(golden.recipe().limit());
        assertThat(table.files().stream().map(TableFile::entry)).containsExactlyElementsOf(expected.sequencedKeySet());
        table.files().forEach(file -> assertThat(content(file, chunks)).isEqualTo(expected.get(file.entry())));
    }

    @ParameterizedTest
    @MethodSource("golden")
    void everyKeptStreamVerifiesWithoutAKey(Golden golden) throws IOException {
        assertThat(receiptOf(GoldenStreams.kept(golden))).isEqualTo(GoldenStreams.receipt(golden));
    }

    private static Stream<Golden> uncompressed() {
        return golden().filter(golden -> golden.recipe().compression().codec() == Codec.NONE);
    }

    /** With a codec the bytes are the compressor's affair and may change with its version. */
    @ParameterizedTest
    @MethodSource("uncompressed")
    void todaysCodeWritesTheSameBytes(Golden golden) throws IOException {
        assertThat(GoldenStreams.seal(golden)).isEqualTo(GoldenStreams.kept(golden));
    }

    static Receipt receiptOf(byte[] bytes) {
        ByteBuffer stream = ByteBuffer.wrap(bytes);
        StreamVerifier verifier = new StreamVerifier(stream);
        while (stream.hasRemaining()) {
            FrameHeader head = FrameHeader.parse(stream.duplicate(), verifier.header());
            verifier.frame(stream.slice(stream.position(), head.length()));
            stream.position(stream.position() + head.length());
        }
        assertThat(verifier.complete()).isTrue();
        return verifier.receipt();
    }

    private static byte[] content(TableFile file, List<byte[]> chunks) {
        ByteBuffer content = ByteBuffer.allocate((int) file.entry().size().number());
        for (Extent extent : file.extents()) {
            assertThat(extent.fileOffset()).isEqualTo(content.position());
            content.put(extent.in(ByteBuffer.wrap(chunks.get((int) extent.chunkIndex()))));
        }
        assertThat(content.hasRemaining()).isFalse();
        return content.array();
    }
}
