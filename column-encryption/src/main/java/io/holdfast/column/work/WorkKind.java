package io.holdfast.column.work;

/** What is done to a column. */
public enum WorkKind {
    /** Plaintext becomes cells. */
    ENCRYPT,
    /** Cells become plaintext. */
    DECRYPT,
    /** Cells come under another column encryption key. */
    ROTATE
}
