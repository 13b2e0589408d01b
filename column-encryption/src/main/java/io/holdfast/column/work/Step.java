package io.holdfast.column.work;

/** Where work on a column is. A step that was interrupted is done again, or goes on after its last batch. */
public enum Step {
    /** Everybody is told, and is given the time to hear it: the second column or the next key. */
    PREPARE,
    /** Values are converted, in batches. */
    FILL,
    /** Every converted value is read again and compared. */
    CHECK,
    /** The column is replaced, or the old key is no longer the column's. */
    SWITCH
}
