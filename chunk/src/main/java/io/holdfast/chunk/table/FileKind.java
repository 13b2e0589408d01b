package io.holdfast.chunk.table;

/** What an entry of a table is. */
public enum FileKind {
    FILE(0),
    DIRECTORY(1),
    /** A symbolic link. */
    LINK(2);

    private final int id;

    FileKind(int id) {
        this.id = id;
    }

    /** The number in a table. */
    public int id() {
        return id;
    }
}
