package io.holdfast.protocol.chunk;

/** What a sealed stream holds; bound into its encryption context. */
public enum Purpose {
    DATA("data"),
    WAL("wal"),
    MANIFEST("manifest");

    private final String label;

    Purpose(String label) {
        this.label = label;
    }

    /** The word in the encryption context. */
    public String label() {
        return label;
    }
}
