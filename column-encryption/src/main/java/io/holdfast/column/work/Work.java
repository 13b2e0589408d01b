package io.holdfast.column.work;

import io.holdfast.column.ColumnName;
import io.holdfast.column.codec.EncryptedColumn;

/**
 * Work on a column that is under way.
 *
 * @param column how the column is, or will be, encrypted
 * @param key the column encryption key that cells are, or will be, under
 * @param plainType the database's type of plaintext
 * @param done how far it is
 */
public record Work(WorkKind kind, EncryptedColumn column, String key, String plainType, Done done) {
    /** What the name of a second column ends with. */
    static final String SECOND = "_holdfast";

    /**
     * How far it is.
     *
     * @param lastRow the primary key of the last row of the last batch; empty before the first
     * @param seen rows that were looked at in this step
     * @param written values that were converted in all
     */
    public record Done(Step step, String lastRow, long seen, long written) {
        static final Done NOTHING = new Done(Step.PREPARE, "", 0, 0);

        Done next(Step following) {
            return new Done(following, "", 0, written);
        }
    }

    /** The column's name. */
    public ColumnName name() {
        return column.name();
    }

    Work at(Done now) {
        return new Work(kind, column, key, plainType, now);
    }

    /** The name of the second column, in which values are converted. */
    String shadow() {
        return name().column() + SECOND;
    }
}
