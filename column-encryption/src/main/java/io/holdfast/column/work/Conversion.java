package io.holdfast.column.work;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.codec.ColumnCodec;
import io.holdfast.column.codec.EncryptedColumn;
import io.holdfast.column.value.TypeNames;
import io.holdfast.protocol.failure.Corrupt;
import io.holdfast.protocol.failure.Permanent;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What work does to one value. */
interface Conversion {
    /** What to write for the value in {@code column} of this row; null if nothing is to be written. */
    @Nullable
    Object convert(ResultSet rows, int column) throws SQLException;

    /** Fails unless what was written, in {@code written}, is right for the value in {@code column}. */
    void check(ResultSet rows, int column, int written) throws SQLException;

    /** Plaintext to cells. */
    record Encryption(EncryptedColumn column, ColumnCodec codec) implements Conversion {
        @Override
        public @Nullable Object convert(ResultSet rows, int from) throws SQLException {
            @Nullable Object value = PlainValues.read(rows, from, column.type());
            byte @Nullable [] cell = codec.encrypt(value);
            if (value != null && !PlainValues.same(value, codec.decrypt(cell))) {
                throw inexact(column);
            }
            return cell;
        }

        @Override
        public void check(ResultSet rows, int from, int written) throws SQLException {
            Object value = codec.decrypt(rows.getBytes(written));
            if (!PlainValues.same(PlainValues.read(rows, from, column.type()), value)) {
                throw different(column);
            }
        }
    }

    /** Cells to plaintext. */
    record Decryption(EncryptedColumn column, ColumnCodec codec) implements Conversion {
        @Override
        public @Nullable Object convert(ResultSet rows, int from) throws SQLException {
            return codec.decrypt(rows.getBytes(from));
        }

        @Override
        public void check(ResultSet rows, int from, int written) throws SQLException {
            Object value = codec.decrypt(rows.getBytes(from));
            if (!PlainValues.same(PlainValues.read(rows, written, column.type()), value)) {
                throw inexact(column);
            }
        }
    }

    /** Cells under one key to cells under another. */
    record Rekeying(ColumnCodec newer, ColumnCodec older) implements Conversion {
        @Override
        public @Nullable Object convert(ResultSet rows, int from) throws SQLException {
            byte[] cell = rows.getBytes(from);
            try {
                newer.decrypt(cell);
                return null;
            } catch (Corrupt e) {
                return newer.encrypt(older.decrypt(cell));
            }
        }

        @Override
        public void check(ResultSet rows, int from, int written) throws SQLException {
            newer.decrypt(rows.getBytes(from));
        }
    }

    private static Permanent inexact(EncryptedColumn column) {
        return new Permanent(
                ColumnFailure.VALUE_INEXACT,
                "a value of column " + column.name() + " would be another one afterwards: the type "
                        + TypeNames.text(column.type()) + " does not hold it as it is");
    }

    private static Corrupt different(EncryptedColumn column) {
        return new Corrupt(
                ColumnFailure.CHECK_FAILED,
                "a cell of column " + column.name() + " does not decrypt to the value that stands beside it");
    }
}
