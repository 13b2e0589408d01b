package io.holdfast.column.cell;

/** Whether equal values become equal cells. */
public enum EncryptionKind {
    /** A random vector for each cell: equal values differ, nothing can be looked up by value. */
    RANDOMIZED,
    /** The vector is computed from the value: equal values are equal cells, so that they can be looked up, and counted by anyone. */
    DETERMINISTIC
}
