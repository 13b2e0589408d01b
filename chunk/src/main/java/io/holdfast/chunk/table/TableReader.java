package io.holdfast.chunk.table;

import io.holdfast.chunk.ChunkFailure;
import io.holdfast.chunk.frame.ChunkLengths;
import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.failure.Corrupt;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/** Puts a table together from the plaintext of its frames and checks it. */
public final class TableReader {
    private static final long LARGEST_CRC = 0xFFFF_FFFFL;

    private final StreamId stream;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** For the table of a stream, which messages name. */
    public TableReader(StreamId stream) {
        this.stream = stream;
    }

    /**
     * Adds the plaintext of the next table frame, consumed.
     *
     * @throws Corrupt bad-table when it becomes longer than {@link Table#LARGEST}
     */
    public void add(ByteBuffer plaintext) {
        if (bytes.size() + plaintext.remaining() > Table.LARGEST) {
            throw bad("it is over 64 MiB");
        }
        byte[] piece = new byte[plaintext.remaining()];
        plaintext.get(piece);
        bytes.writeBytes(piece);
    }

    /**
     * Reads and checks the table: deterministic encoding, paths, extents.
     *
     * @param lengths of the stream's data frames, from {@link io.holdfast.chunk.frame.FrameWalk#lengths()}
     * @throws Corrupt bad-table
     */
    public Table finish(ChunkLengths lengths) {
        Table table = read();
        PathRules rules = new PathRules();
        for (TableFile file : table.files()) {
            rules.fault(file.entry()).ifPresent(fault -> {
                throw bad("file \"" + file.entry().path() + "\": " + fault);
            });
            file.extents().forEach(extent -> check(file.entry(), extent, lengths));
        }
        return table;
    }

    private Table read() {
        byte[] encoded = bytes.toByteArray();
        Table table;
        try {
            table = TableCodec.decode(encoded);
        } catch (IOException unreadable) {
            throw bad(Objects.requireNonNullElse(unreadable.getMessage(), "it cannot be read"));
        }
        // One table has one encoding: whatever a parser forgives, such as long forms of numbers, keys out of order or
        // bytes after the end, shows here.
        if (!Arrays.equals(encoded, TableCodec.encode(table))) {
            throw bad("it is not in deterministic encoding");
        }
        return table;
    }

    private void check(FileEntry entry, Extent extent, ChunkLengths lengths) {
        boolean lawful = extent.fileOffset() >= 0
                && extent.fileOffset() <= entry.size().number() - extent.length()
                && extent.crc32c() >= 0
                && extent.crc32c() <= LARGEST_CRC
                && lengths.hold(extent.chunkIndex(), extent.chunkOffset(), extent.length());
        if (!lawful) {
            throw bad("file \"" + entry.path() + "\": an extent at byte " + extent.fileOffset()
                    + " lies outside the file or outside frame " + extent.chunkIndex());
        }
    }

    private Corrupt bad(String fault) {
        return new Corrupt(ChunkFailure.BAD_TABLE, "stream " + stream + ", its table: " + fault);
    }
}
