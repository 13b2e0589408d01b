package io.holdfast.chunk.table;

import io.holdfast.chunk.ChunkFailure;
import io.holdfast.protocol.chunk.StreamId;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.quantity.ByteCount;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the table of a stream while it is sealed. */
public final class TableWriter {
    /** The most that an entry takes beside its texts, and the most that an extent takes: every number at its longest. */
    private static final int ENTRY_BYTES = 80;

    private static final int EXTENT_BYTES = 38;

    private final StreamId stream;
    private final PathRules rules = new PathRules();
    private final List<TableFile> files = new ArrayList<>();
    private @Nullable FileEntry entry;
    private List<Extent> extents = new ArrayList<>();
    private long bound = ENTRY_BYTES;

    /** For the stream that messages name. */
    public TableWriter(StreamId stream) {
        this.stream = stream;
    }

    /**
     * Begins the next entry.
     *
     * @throws Permanent unfit-file, table-too-large
     */
    public void begin(FileEntry next) {
        end();
        rules.fault(next).ifPresent(fault -> {
            throw unfit(next, fault);
        });
        entry = next;
        grow(ENTRY_BYTES
                + next.path().getBytes(StandardCharsets.UTF_8).length
                + next.linkTarget().orElse("").getBytes(StandardCharsets.UTF_8).length);
    }

    /**
     * Requires that the entry begun last may hold the given bytes of the file.
     *
     * @throws Permanent unfit-file
     */
    public void requireRoom(long fileOffset, int length) {
        FileEntry current = entry;
        if (current == null) {
            throw new IllegalStateException("bytes before the first file");
        }
        if (current.kind() != FileKind.FILE) {
            throw unfit(current, "only files hold bytes");
        }
        if (fileOffset < 0 || fileOffset > current.size().number() - length) {
            throw unfit(
                    current,
                    length + " bytes at " + fileOffset + " lie beyond its size of " + current.size() + " at the start");
        }
    }

    /**
     * Adds an extent to the entry begun last.
     *
     * @throws Permanent table-too-large
     */
    public void add(Extent extent) {
        grow(EXTENT_BYTES);
        extents.add(extent);
    }

    /**
     * Corrects the size of the entry begun last: its file turned out to be shorter than it was listed.
     *
     * @throws Permanent unfit-file when bytes of it lie beyond
     */
    public void shorten(ByteCount size) {
        FileEntry current = entry;
        if (current == null) {
            throw new IllegalStateException("a size before the first file");
        }
        boolean room = extents.stream().allMatch(extent -> extent.fileEnd() <= size.number());
        if (!room || size.compareTo(current.size()) > 0) {
            throw unfit(current, "it cannot be shortened from " + current.size() + " to " + size);
        }
        entry = new FileEntry(
                current.path(), current.kind(), size, current.mode(), current.modified(), current.linkTarget());
    }

    /** The encoded table. */
    public byte[] finish() {
        end();
        return TableCodec.encode(new Table(files));
    }

    private void end() {
        if (entry != null) {
            files.add(new TableFile(entry, extents));
            entry = null;
            extents = new ArrayList<>();
        }
    }

    private void grow(int bytes) {
        bound += bytes;
        if (bound > Table.LARGEST) {
            throw new Permanent(
                    ChunkFailure.TABLE_TOO_LARGE,
                    "stream " + stream + ": its table would be over 64 MiB after " + files.size() + " files");
        }
    }

    private Permanent unfit(FileEntry next, String fault) {
        return new Permanent(ChunkFailure.UNFIT_FILE, "stream " + stream + ", file \"" + next.path() + "\": " + fault);
    }
}
