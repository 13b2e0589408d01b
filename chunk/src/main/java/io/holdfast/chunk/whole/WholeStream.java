package io.holdfast.chunk.whole;

import io.holdfast.chunk.ChunkBuffers;
import io.holdfast.chunk.ChunkFailure;
import io.holdfast.chunk.RandomSource;
import io.holdfast.chunk.open.StreamExpectation;
import io.holdfast.chunk.open.StreamOpener;
import io.holdfast.chunk.open.StreamReading;
import io.holdfast.chunk.table.Extent;
import io.holdfast.chunk.table.FileEntry;
import io.holdfast.chunk.table.Table;
import io.holdfast.chunk.table.TableFile;
import io.holdfast.chunk.write.SealingOrder;
import io.holdfast.chunk.write.StreamSealer;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.chunk.Receipt;
import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.quantity.ByteCount;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Seals and opens streams that are held in memory as a whole, such as the parts of a set's index.
 *
 * @param stream header and all frames
 * @param receipt what the writer knows of it
 */
public record WholeStream(Bytes stream, Receipt receipt) {
    /** No stream longer than this, sealed or open, is held in memory. */
    public static final int LARGEST = 64 << 20;

    private static final int MODE = 0600;

    /**
     * Seals named contents as files of one stream.
     *
     * @param random a {@link java.security.SecureRandom}
     * @param files contents by path, in this order
     */
    public static WholeStream seal(SealingOrder order, RandomSource random, SequencedMap<String, Bytes> files) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        try (ChunkBuffers buffers = new ChunkBuffers();
                StreamSealer sealer =
                        StreamSealer.open(order, random, buffers, (index, frame) -> append(stream, frame))) {
            append(stream, sealer.header());
            files.forEach((path, content) -> {
                sealer.startFile(FileEntry.file(path, ByteCount.of(content.length()), MODE, 0));
                sealer.write(0, ByteBuffer.wrap(content.toArray()));
            });
            Receipt receipt = sealer.finish();
            return new WholeStream(Bytes.of(stream.toByteArray()), receipt);
        }
    }

    /**
     * Opens a stream and returns the contents of its files by path, in the order of its table.
     *
     * @throws Corrupt any damage, as {@link StreamOpener} tells it apart; too-large-for-memory
     */
    public static SequencedMap<String, Bytes> open(Bytes stream, StreamExpectation expectation) {
        ByteBuffer bytes = ByteBuffer.wrap(stream.toArray());
        try (ChunkBuffers buffers = new ChunkBuffers();
                StreamOpener opener = StreamOpener.open(bytes, expectation, buffers)) {
            StreamId id = opener.header().streamId();
            requireSmall(bytes.remaining(), id);
            List<byte[]> chunks = new ArrayList<>();
            long[] held = {0};
            Table table = StreamReading.readAll(bytes, opener, plain -> {
                held[0] += plain.remaining();
                requireSmall(held[0], id);
                byte[] chunk = new byte[plain.remaining()];
                plain.get(chunk);
                chunks.add(chunk);
            });
            return contents(table, chunks, id);
        }
    }

    private static SequencedMap<String, Bytes> contents(Table table, List<byte[]> chunks, StreamId id) {
        SequencedMap<String, Bytes> contents = new LinkedHashMap<>();
        for (TableFile file : table.files()) {
            long size = file.entry().size().number();
            requireSmall(size, id);
            ByteBuffer content = ByteBuffer.allocate((int) size);
            for (Extent extent : file.extents()) {
                if (extent.fileOffset() != content.position()) {
                    throw incomplete(file, id);
                }
                content.put(chunks.get((int) extent.chunkIndex()), extent.chunkOffset(), extent.length());
            }
            if (content.hasRemaining()) {
                throw incomplete(file, id);
            }
            contents.put(file.entry().path(), Bytes.of(content.array()));
        }
        return contents;
    }

    private static void append(ByteArrayOutputStream stream, ByteBuffer bytes) {
        stream.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    }

    private static void requireSmall(long bytes, StreamId id) {
        if (bytes > LARGEST) {
            throw new Corrupt(
                    ChunkFailure.TOO_LARGE_FOR_MEMORY,
                    "stream " + id + " holds " + bytes + " bytes or more, read whole are at most " + LARGEST);
        }
    }

    private static Corrupt incomplete(TableFile file, StreamId id) {
        return new Corrupt(
                ChunkFailure.BAD_TABLE,
                "stream " + id + ", file \"" + file.entry().path()
                        + "\": it is not in the stream from its first byte to" + " its last");
    }
}
