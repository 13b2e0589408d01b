package io.holdfast.column.value;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;

/** The failures of one column's values. They never show a value, which is what the column keeps secret. */
record Refusal(ColumnName column, ColumnType type) {
    private String where() {
        return "column " + column + " of type " + TypeNames.text(type);
    }

    Permanent outOfRange(String why) {
        return new Permanent(ColumnFailure.VALUE_OUT_OF_RANGE, "a value does not fit into " + where() + ": " + why);
    }

    Permanent unmappable(int at, String charset) {
        return new Permanent(
                ColumnFailure.VALUE_UNMAPPABLE,
                "a text cannot be stored in " + where() + ": the character at position " + at + " is not in "
                        + charset);
    }

    Permanent wrongClass(Object value, String wanted) {
        return new Permanent(
                ColumnFailure.VALUE_WRONG_CLASS,
                where() + " takes " + wanted + ", not " + value.getClass().getName());
    }

    Corrupt notOfType(String why) {
        return new Corrupt(ColumnFailure.VALUE_NOT_OF_TYPE, "a decrypted value is none of " + where() + ": " + why);
    }

    /** Checks the length of what was decrypted. */
    void requireLength(byte[] plain, int length) {
        if (plain.length != length) {
            throw notOfType("it has " + plain.length + " bytes instead of " + length);
        }
    }
}
