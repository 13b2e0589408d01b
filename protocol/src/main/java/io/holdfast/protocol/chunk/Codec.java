package io.holdfast.protocol.chunk;

/** How a chunk is compressed, with its id in the frame. */
public enum Codec {
    NONE(0),
    ZSTD(1),
    LZ4(2);

    private final int id;

    Codec(int id) {
        this.id = id;
    }

    /** The id in a frame. */
    public int id() {
        return id;
    }
}
