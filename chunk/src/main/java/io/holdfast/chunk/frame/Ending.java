package io.holdfast.chunk.frame;

/** Whether a frame is a stream's last. */
public enum Ending {
    /** Another frame follows. */
    MORE(0),
    /** Nothing follows. */
    LAST(1);

    private final int id;

    Ending(int id) {
        this.id = id;
    }

    /** The byte in a frame and in a nonce. */
    public int id() {
        return id;
    }
}
