package io.holdfast.chunk.frame;

/** What a frame holds. */
public enum Content {
    /** Bytes of files. */
    DATA(0),
    /** A part of the table. */
    TABLE(1);

    private final int id;

    Content(int id) {
        this.id = id;
    }

    /** The id in a frame. */
    public int id() {
        return id;
    }
}
