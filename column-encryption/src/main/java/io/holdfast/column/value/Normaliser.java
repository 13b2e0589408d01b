package io.holdfast.column.value;

import io.holdfast.column.ColumnName;
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
import java.nio.charset.StandardCharsets;

/**
 * The bytes of one column's values as they are encrypted: the same for equal values of one type, on every machine. Its Java classes are
 * named at {@link ColumnType}.
 */
public final class Normaliser {
    private final ColumnType type;
    private final Numbers numbers;
    private final Texts texts;
    private final Times times;

    /** For one column; the name is for messages. */
    public Normaliser(ColumnName column, ColumnType type) {
        Refusal refusal = new Refusal(column, type);
        this.type = type;
        this.numbers = new Numbers(refusal);
        this.texts = new Texts(refusal);
        this.times = new Times(refusal);
    }

    /**
     * The bytes of a value.
     *
     * @throws io.holdfast.protocol.failure.Permanent if the value is of another class, out of the type's range, or has a character
     *     that the column's character set lacks
     */
    public byte[] write(Object value) {
        return switch (type) {
            case Whole whole -> numbers.writeWhole(whole, value);
            case Money money -> numbers.writeMoney(money, value);
            case Decimal decimal -> numbers.writeDecimal(decimal, value);
            case WideText text -> texts.write(StandardCharsets.UTF_16LE, byteCount(text.length()), value);
            case NarrowText text -> texts.write(text.charset(), text.length(), value);
            case Binary binary -> texts.writeBinary(binary.length(), value);
            case Time time -> times.writeTime(time.scale(), value);
            case DateTime2 time -> times.writeDateTime2(time.scale(), value);
            case DateTimeOffset time -> times.writeDateTimeOffset(time.scale(), value);
            case Plain plain -> write(plain, value);
        };
    }

    private byte[] write(Plain plain, Object value) {
        return switch (plain) {
            case REAL -> numbers.writeReal(value);
            case FLOAT -> numbers.writeFloat(value);
            case UNIQUEIDENTIFIER -> texts.writeUuid(value);
            case DATE -> times.writeDate(value);
            case DATETIME -> times.writeDateTime(value);
            case SMALLDATETIME -> times.writeSmallDateTime(value);
        };
    }

    /**
     * The value of bytes.
     *
     * @throws io.holdfast.protocol.failure.Corrupt if they are none of the type's values
     */
    public Object read(byte[] plain) {
        return switch (type) {
            case Whole whole -> numbers.readWhole(whole, plain);
            case Money money -> numbers.readMoney(money, plain);
            case Decimal decimal -> numbers.readDecimal(decimal, plain);
            case WideText text -> texts.read(StandardCharsets.UTF_16LE, byteCount(text.length()), plain);
            case NarrowText text -> texts.read(text.charset(), text.length(), plain);
            case Binary binary -> texts.readBinary(binary.length(), plain);
            case Time time -> times.readTime(time.scale(), plain);
            case DateTime2 time -> times.readDateTime2(time.scale(), plain);
            case DateTimeOffset time -> times.readDateTimeOffset(time.scale(), plain);
            case Plain plainType -> read(plainType, plain);
        };
    }

    private Object read(Plain plainType, byte[] plain) {
        return switch (plainType) {
            case REAL -> numbers.readReal(plain);
            case FLOAT -> numbers.readFloat(plain);
            case UNIQUEIDENTIFIER -> texts.readUuid(plain);
            case DATE -> times.readDate(plain);
            case DATETIME -> times.readDateTime(plain);
            case SMALLDATETIME -> times.readSmallDateTime(plain);
        };
    }

    private static int byteCount(int units) {
        return units == ColumnType.MAX ? units : 2 * units;
    }
}
