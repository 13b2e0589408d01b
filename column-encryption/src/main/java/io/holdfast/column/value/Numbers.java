package io.holdfast.column.value;

import io.holdfast.column.value.ColumnType.Decimal;
import io.holdfast.column.value.ColumnType.Money;
import io.holdfast.column.value.ColumnType.Whole;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Numbers. Whole numbers of every width are eight bytes, so that a column can be widened without encrypting it anew. */
record Numbers(Refusal refuse) {
    private static final int MONEY_SCALE = 4;
    private static final int MAGNITUDE = 16;
    private static final byte PLUS = 1;

    private static ByteBuffer buffer(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private ByteBuffer read(byte[] plain, int length) {
        refuse.requireLength(plain, length);
        return ByteBuffer.wrap(plain).order(ByteOrder.LITTLE_ENDIAN);
    }

    byte[] writeWhole(Whole whole, Object value) {
        long number;
        if (whole == Whole.BIT && value instanceof Boolean bit) {
            number = bit ? 1 : 0;
        } else {
            try {
                number = exact(value, "a whole number").longValueExact();
            } catch (ArithmeticException e) {
                throw wholeRange(whole);
            }
        }
        if (number < whole.least() || number > whole.most()) {
            throw wholeRange(whole);
        }
        return buffer(Long.BYTES).putLong(number).array();
    }

    private RuntimeException wholeRange(Whole whole) {
        return refuse.outOfRange("it is not a whole number from " + whole.least() + " to " + whole.most());
    }

    Object readWhole(Whole whole, byte[] plain) {
        long number = read(plain, Long.BYTES).getLong();
        if (number < whole.least() || number > whole.most()) {
            throw refuse.notOfType("it is a whole number out of range");
        }
        return whole == Whole.BIT ? (Object) (number == 1) : (Object) number;
    }

    byte[] writeReal(Object value) {
        if (!(value instanceof Float number)) {
            throw refuse.wrongClass(value, "Float");
        }
        if (!Float.isFinite(number)) {
            throw refuse.outOfRange("it is not finite");
        }
        return buffer(Float.BYTES).putFloat(number).array();
    }

    Object readReal(byte[] plain) {
        float number = read(plain, Float.BYTES).getFloat();
        if (!Float.isFinite(number)) {
            throw refuse.notOfType("it is not finite");
        }
        return number;
    }

    byte[] writeFloat(Object value) {
        double number = switch (value) {
            case Double d -> d;
            case Float f -> f;
            default -> throw refuse.wrongClass(value, "Double or Float");
        };
        if (!Double.isFinite(number)) {
            throw refuse.outOfRange("it is not finite");
        }
        return buffer(Double.BYTES).putDouble(number).array();
    }

    Object readFloat(byte[] plain) {
        double number = read(plain, Double.BYTES).getDouble();
        if (!Double.isFinite(number)) {
            throw refuse.notOfType("it is not finite");
        }
        return number;
    }

    /** Rounds half away from zero, as databases do when they store a decimal, before the range is checked. */
    byte[] writeMoney(Money money, Object value) {
        BigInteger units = rounded(value, MONEY_SCALE).unscaledValue();
        if (units.compareTo(BigInteger.valueOf(money.least())) < 0
                || units.compareTo(BigInteger.valueOf(money.most())) > 0) {
            throw refuse.outOfRange("it is not from " + BigDecimal.valueOf(money.least(), MONEY_SCALE) + " to "
                    + BigDecimal.valueOf(money.most(), MONEY_SCALE));
        }
        long number = units.longValue();
        return buffer(Long.BYTES)
                .putInt((int) (number >> Integer.SIZE))
                .putInt((int) number)
                .array();
    }

    Object readMoney(Money money, byte[] plain) {
        ByteBuffer in = read(plain, Long.BYTES);
        long high = in.getInt();
        long number = (high << Integer.SIZE) | Integer.toUnsignedLong(in.getInt());
        if (number < money.least() || number > money.most()) {
            throw refuse.notOfType("it is an amount out of range");
        }
        return BigDecimal.valueOf(number, MONEY_SCALE);
    }

    /** As {@link #writeMoney} rounds. Zero has the sign plus. */
    byte[] writeDecimal(Decimal decimal, Object value) {
        BigDecimal rounded = rounded(value, decimal.scale());
        if (rounded.precision() > decimal.precision()) {
            throw decimalRange(decimal);
        }
        byte[] magnitude = rounded.unscaledValue().abs().toByteArray();
        byte[] plain = new byte[1 + MAGNITUDE];
        plain[0] = rounded.signum() < 0 ? 0 : PLUS;
        for (int i = 0; i < Math.min(magnitude.length, MAGNITUDE); i++) {
            plain[1 + i] = magnitude[magnitude.length - 1 - i];
        }
        return plain;
    }

    /** Sizes are looked at first, so that 1E+1000000 does not become a million digits. */
    private BigDecimal rounded(Object value, int scale) {
        BigDecimal number = exact(value, "a BigDecimal or a whole number");
        long digitsBefore = (long) number.precision() - number.scale();
        if (number.signum() == 0 || digitsBefore < -Decimal.DIGITS) {
            return BigDecimal.ZERO.setScale(scale);
        }
        if (digitsBefore > Decimal.DIGITS) {
            throw refuse.outOfRange("it has " + digitsBefore + " digits before the point");
        }
        return number.setScale(scale, RoundingMode.HALF_UP);
    }

    private RuntimeException decimalRange(Decimal decimal) {
        return refuse.outOfRange(
                "it has more than " + (decimal.precision() - decimal.scale()) + " digits before the point");
    }

    /** Takes 16 bytes, too: mssql-jdbc leaves out the highest, which is zero for all that it can write. */
    Object readDecimal(Decimal decimal, byte[] plain) {
        if (plain.length != MAGNITUDE && plain.length != 1 + MAGNITUDE) {
            throw refuse.notOfType("it has " + plain.length + " bytes instead of " + (1 + MAGNITUDE));
        }
        if (plain[0] != 0 && plain[0] != PLUS) {
            throw refuse.notOfType("its sign is " + plain[0]);
        }
        byte[] magnitude = new byte[plain.length - 1];
        for (int i = 0; i < magnitude.length; i++) {
            magnitude[magnitude.length - 1 - i] = plain[1 + i];
        }
        BigDecimal number = new BigDecimal(new BigInteger(plain[0] == PLUS ? 1 : -1, magnitude), decimal.scale());
        if (number.precision() > decimal.precision()) {
            throw refuse.notOfType("it has " + number.precision() + " digits");
        }
        return number;
    }

    private BigDecimal exact(Object value, String wanted) {
        return switch (value) {
            case BigDecimal decimal -> decimal;
            case BigInteger whole -> new BigDecimal(whole);
            case Long whole -> BigDecimal.valueOf(whole);
            case Integer whole -> BigDecimal.valueOf(whole);
            case Short whole -> BigDecimal.valueOf(whole);
            case Byte whole -> BigDecimal.valueOf(whole);
            default -> throw refuse.wrongClass(value, wanted);
        };
    }
}
