package io.holdfast.coordinator.plan;

import io.holdfast.protocol.plan.Extent;
import io.holdfast.protocol.plan.ListedFile;
import io.holdfast.protocol.quantity.ByteCount;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Divides a listing into shares for stripes, in the listing's order: small files are packed, large ones cut at multiples of 1 MiB.
 * It keeps one share in memory, however many files there are.
 */
public final class StripePlanner {
    private static final int EXTENT_JSON = 80;
    private static final int DIRECTORY_JSON = 120;

    private final StripeLimits limits;
    private final Consumer<Share> sink;
    private final List<ListedFile> directories = new ArrayList<>();
    private final List<Extent> extents = new ArrayList<>();
    private final Map<String, Long> modified = new HashMap<>();
    private long bytes;
    private long json;
    private long allFiles;
    private long allBytes;

    /** A planner that hands each full share to {@code sink}. */
    public StripePlanner(StripeLimits limits, Consumer<Share> sink) {
        this.limits = limits;
        this.sink = sink;
    }

    /** The next of the listing, as long as it is listed. */
    public void add(ListedFile listed) {
        add(listed, ByteCount.ZERO);
    }

    /**
     * The next of the listing.
     *
     * @param growth how much more than listed is to be read of it if it is a file; counts towards no limit
     */
    public void add(ListedFile listed, ByteCount growth) {
        allFiles++;
        switch (listed.kind()) {
            case DIRECTORY, LINK -> {
                room(listed.path(), DIRECTORY_JSON);
                directories.add(listed);
            }
            case FILE -> file(listed, growth.number());
        }
    }

    private void file(ListedFile file, long growth) {
        allBytes += file.size();
        long offset = 0;
        do {
            room(file.path(), EXTENT_JSON);
            long length = fitting(file.size() - offset);
            if (length == 0 && file.size() > offset) {
                flush();
                continue;
            }
            boolean last = offset + length >= file.size();
            extents.add(new Extent(file.path(), offset, last ? length + growth : length));
            modified.put(file.path(), file.modified().getEpochSecond());
            bytes += length;
            offset += length;
        } while (offset < file.size());
    }

    /** How much of so many bytes goes into the present share. */
    private long fitting(long wanted) {
        long left = limits.bytes().number() - bytes;
        return wanted <= left ? wanted : left - left % StripeLimits.CUT;
    }

    private void room(String path, int fixed) {
        long more = fixed + 2L * quotedLength(path);
        if (json + more > StripeLimits.JSON_BYTES || directories.size() + extents.size() >= limits.entries()) {
            flush();
        }
        json += more;
    }

    /** At most so long in JSON. */
    private static int quotedLength(String path) {
        int length = path.getBytes(StandardCharsets.UTF_8).length;
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c < ' ' || c == '"' || c == '\\') {
                length += 5;
            }
        }
        return length;
    }

    /** Hands out what is left; call it once, after the last. */
    public void finish() {
        flush();
    }

    private void flush() {
        if (!directories.isEmpty() || !extents.isEmpty()) {
            sink.accept(new Share(directories, extents, modified));
        }
        directories.clear();
        extents.clear();
        modified.clear();
        bytes = 0;
        json = 0;
    }

    /** Files and directories so far. */
    public long files() {
        return allFiles;
    }

    /** Bytes of files so far. */
    public ByteCount bytes() {
        return ByteCount.of(allBytes);
    }
}
