package io.holdfast.column.work;

import io.holdfast.column.value.ColumnType;
import io.holdfast.column.value.ColumnType.Binary;
import io.holdfast.column.value.ColumnType.DateTime2;
import io.holdfast.column.value.ColumnType.DateTimeOffset;
import io.holdfast.column.value.ColumnType.Decimal;
import io.holdfast.column.value.ColumnType.Money;
import io.holdfast.column.value.ColumnType.NarrowText;
import io.holdfast.column.value.ColumnType.Plain;
import io.holdfast.column.value.ColumnType.Time;
import io.holdfast.column.value.ColumnType.Whole;
import io.holdfast.column.value.ColumnType.WideText;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Plaintext as the database has it, in the Java classes of a type. */
final class PlainValues {
    /** Longer than any; a column of cells of it has no limit. */
    private static final long UNLIMITED = Integer.MAX_VALUE;

    private PlainValues() {}

    static @Nullable Object read(ResultSet rows, int column, ColumnType type) throws SQLException {
        return switch (type) {
            case Whole whole -> whole == Whole.BIT ? orNull(rows, rows.getBoolean(column)) : rows.getBigDecimal(column);
            case Money money -> rows.getBigDecimal(column);
            case Decimal decimal -> rows.getBigDecimal(column);
            case WideText text -> rows.getString(column);
            case NarrowText text -> rows.getString(column);
            case Binary binary -> rows.getBytes(column);
            case Time time -> rows.getObject(column, LocalTime.class);
            case DateTime2 time -> rows.getObject(column, LocalDateTime.class);
            case DateTimeOffset time -> rows.getObject(column, OffsetDateTime.class);
            case Plain plain -> read(rows, column, plain);
        };
    }

    private static @Nullable Object read(ResultSet rows, int column, Plain plain) throws SQLException {
        return switch (plain) {
            case REAL -> orNull(rows, rows.getFloat(column));
            case FLOAT -> orNull(rows, rows.getDouble(column));
            case UNIQUEIDENTIFIER -> {
                @Nullable String text = rows.getString(column);
                yield text == null ? null : UUID.fromString(text);
            }
            case DATE -> rows.getObject(column, LocalDate.class);
            case DATETIME, SMALLDATETIME -> rows.getObject(column, LocalDateTime.class);
        };
    }

    private static @Nullable Object orNull(ResultSet rows, Object value) throws SQLException {
        return rows.wasNull() ? null : value;
    }

    /** Whether both are one value, however it is written. */
    static boolean same(@Nullable Object one, @Nullable Object other) {
        if (one instanceof byte[] bytes && other instanceof byte[] others) {
            return Arrays.equals(bytes, others);
        }
        if (one instanceof BigDecimal number && other instanceof Number others) {
            return number.compareTo(new BigDecimal(others.toString())) == 0;
        }
        return one != null && one.equals(other);
    }

    /** The most bytes that a value of the type is normalised to. */
    static long longest(ColumnType type) {
        return switch (type) {
            case WideText text -> text.length() == ColumnType.MAX ? UNLIMITED : 2L * text.length();
            case NarrowText text -> text.length();
            case Binary binary -> binary.length();
            default -> 17;
        };
    }
}
