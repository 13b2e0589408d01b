package io.holdfast.agent.fetch;

import io.holdfast.agent.StreamSink;
import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.frame.FrameHeader;
import io.holdfast.chunk.frame.FrameWalk;
import io.holdfast.chunk.frame.StreamHeader;
import io.holdfast.chunk.open.ChunkOpener;
import io.holdfast.chunk.open.StreamExpectation;
import io.holdfast.chunk.open.StreamOpener;
import io.holdfast.chunk.table.Extent;
import io.holdfast.chunk.table.FileEntry;
import io.holdfast.chunk.table.Table;
import io.holdfast.chunk.table.TableFile;
import io.holdfast.chunk.table.TableReader;
import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.repository.SealedSource;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Reads one sealed stream that can be sought in: the table first, which stands at the end, then every frame in order, so that
 * loss, reordering and damage are told apart and the root is checked; what a frame holds goes to the sink as it is opened.
 * For one thread.
 */
final class StreamReading {
    private final SealedSource source;
    private final StreamId stream;
    private final StreamExpectation expectation;
    private final ChunkBuffers buffers;
    private final ByteBuffer frame = ByteBuffer.allocate(ChunkBuffers.LARGEST_FRAME);

    StreamReading(SealedSource source, StreamId stream, StreamExpectation expectation, ChunkBuffers buffers) {
        this.source = source;
        this.stream = stream;
        this.expectation = expectation;
        this.buffers = buffers;
    }

    private record Piece(FileEntry file, Extent extent) {}

    /**
     * Reads it all.
     *
     * @param bytes is told the plaintext of each data frame as it is dealt with; what it throws ends the reading
     */
    void into(StreamSink sink, LongConsumer bytes) {
        FrameWalk walk;
        Table table;
        try (ChunkOpener opener = ChunkOpener.open(read(0, StreamHeader.LENGTH), expectation, buffers)) {
            walk = walk(opener.header());
            table = table(opener, walk);
        }
        sink.table(table);
        Map<Long, List<Piece>> pieces = pieces(table);
        try (StreamOpener opener = StreamOpener.open(read(0, StreamHeader.LENGTH), expectation, buffers)) {
            for (FrameWalk.Place place : walk.dataFrames()) {
                ByteBuffer plain =
                        opener.frame(read(place.offset(), place.head().length()));
                int length = plain.remaining();
                List<Piece> here = pieces.getOrDefault(place.head().index(), List.of());
                for (Piece piece : here) {
                    Extent extent = piece.extent();
                    sink.extent(piece.file(), extent, plain.slice(extent.chunkOffset(), extent.length()));
                }
                bytes.accept(length);
            }
            for (FrameWalk.Place place : walk.tableFrames()) {
                opener.frame(read(place.offset(), place.head().length()));
            }
            opener.finish();
        }
        sink.complete();
    }

    private FrameWalk walk(StreamHeader header) {
        FrameWalk walk = new FrameWalk(header);
        while (!walk.complete()) {
            walk.next(read(walk.position(), FrameHeader.LENGTH));
        }
        walk.checkLength(source.size());
        return walk;
    }

    private Table table(ChunkOpener opener, FrameWalk walk) {
        TableReader reader = new TableReader(stream);
        for (FrameWalk.Place place : walk.tableFrames()) {
            reader.add(opener.open(
                    place.head().index(), read(place.offset(), place.head().length())));
        }
        return reader.finish(walk.lengths());
    }

    private static Map<Long, List<Piece>> pieces(Table table) {
        Map<Long, List<Piece>> pieces = new HashMap<>();
        for (TableFile file : table.files()) {
            for (Extent extent : file.extents()) {
                pieces.computeIfAbsent(extent.chunkIndex(), index -> new ArrayList<>())
                        .add(new Piece(file.entry(), extent));
            }
        }
        return pieces;
    }

    /** The next bytes, or as many as there are: the reader that gets too few says truncated. */
    private ByteBuffer read(long position, int length) {
        frame.clear().limit(length);
        source.read(frame, position);
        return frame.flip();
    }
}
