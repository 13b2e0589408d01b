package io.holdfast.chunk.table;

import java.util.List;

/**
 * The table of a stream: its files in the order they were sealed, and where their bytes lie. Paths have been checked: they
 * stay inside the data directory, none stands twice, none lies below a link.
 */
public record Table(List<TableFile> files) {
    /** No table is longer than this, encoded. */
    public static final int LARGEST = 64 << 20;

    public Table {
        files = List.copyOf(files);
    }
}
