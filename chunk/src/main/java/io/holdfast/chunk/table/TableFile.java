package io.holdfast.chunk.table;

import java.util.List;

/**
 * An entry of a table with what the stream holds of it.
 *
 * @param extents in the order they were written; empty for directories, links and empty files
 */
public record TableFile(FileEntry entry, List<Extent> extents) {
    public TableFile {
        extents = List.copyOf(extents);
    }
}
