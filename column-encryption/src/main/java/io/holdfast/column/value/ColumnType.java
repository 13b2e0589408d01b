package io.holdfast.column.value;

import java.nio.charset.Charset;

/** A declared type whose values can be encrypted, in the names of SQL Server. {@link TypeNames} reads and writes its text. */
public sealed interface ColumnType {
    /** The length of a text or binary column declared as {@code max}. */
    int MAX = Integer.MAX_VALUE;

    /** Whole numbers; in Java {@link Boolean} for bit, else {@link Long}. */
    enum Whole implements ColumnType {
        /** False or true. */
        BIT(0, 1),
        /** 0 to 255. */
        TINYINT(0, 255),
        /** 16 bits. */
        SMALLINT(Short.MIN_VALUE, Short.MAX_VALUE),
        /** 32 bits. */
        INT(Integer.MIN_VALUE, Integer.MAX_VALUE),
        /** 64 bits. */
        BIGINT(Long.MIN_VALUE, Long.MAX_VALUE);

        private final long least;
        private final long most;

        Whole(long least, long most) {
            this.least = least;
            this.most = most;
        }

        long least() {
            return least;
        }

        long most() {
            return most;
        }
    }

    /** Amounts of four decimals; in Java {@link java.math.BigDecimal}. */
    enum Money implements ColumnType {
        /** 32 bits. */
        SMALLMONEY(Integer.MIN_VALUE, Integer.MAX_VALUE),
        /** 64 bits. */
        MONEY(Long.MIN_VALUE, Long.MAX_VALUE);

        private final long least;
        private final long most;

        Money(long least, long most) {
            this.least = least;
            this.most = most;
        }

        long least() {
            return least;
        }

        long most() {
            return most;
        }
    }

    /** Types that need no more words. */
    enum Plain implements ColumnType {
        /** {@link Float}, finite. */
        REAL,
        /** {@link Double}, finite. */
        FLOAT,
        /** {@link java.util.UUID}. */
        UNIQUEIDENTIFIER,
        /** {@link java.time.LocalDate}, of the years 1 to 9999. */
        DATE,
        /** {@link java.time.LocalDateTime}, from 1753 on, in 1/300 of a second. */
        DATETIME,
        /** {@link java.time.LocalDateTime}, 1900 to June 2079, in minutes. */
        SMALLDATETIME
    }

    /**
     * Exact decimals; in Java {@link java.math.BigDecimal}.
     *
     * @param precision all digits, 1 to 38
     * @param scale digits after the point, at most {@code precision}
     */
    record Decimal(int precision, int scale) implements ColumnType {
        /** The most digits. */
        public static final int DIGITS = 38;

        /** A precision or scale outside the limits is a failure. */
        public Decimal {
            if (precision < 1 || precision > DIGITS || scale < 0 || scale > precision) {
                throw TypeNames.unknown("decimal(" + precision + "," + scale + ")");
            }
        }
    }

    /**
     * Text in UTF-16: nchar and nvarchar; in Java {@link String}.
     *
     * @param length the most UTF-16 units, 1 to 4000, or {@link #MAX}
     */
    record WideText(Variability variability, int length) implements ColumnType {
        /** A length outside the limits is a failure. */
        public WideText {
            TypeNames.requireLength("n" + variability.word("char"), length, 4000);
        }
    }

    /**
     * Text in a character set: char and varchar; in Java {@link String}.
     *
     * @param length the most bytes, 1 to 8000, or {@link #MAX}
     */
    record NarrowText(Variability variability, int length, Charset charset) implements ColumnType {
        /** A length outside the limits is a failure. */
        public NarrowText {
            TypeNames.requireLength(variability.word("char"), length, 8000);
        }
    }

    /**
     * Bytes: binary and varbinary; in Java {@code byte[]}.
     *
     * @param length the most bytes, 1 to 8000, or {@link #MAX}
     */
    record Binary(Variability variability, int length) implements ColumnType {
        /** A length outside the limits is a failure. */
        public Binary {
            TypeNames.requireLength(variability.word("binary"), length, 8000);
        }
    }

    /** {@link java.time.LocalTime}, rounded to {@code scale} digits of a second, 0 to 7. */
    record Time(int scale) implements ColumnType {
        /** A scale outside the limits is a failure. */
        public Time {
            TypeNames.requireScale("time", scale);
        }
    }

    /** {@link java.time.LocalDateTime}, rounded to {@code scale} digits of a second, 0 to 7. */
    record DateTime2(int scale) implements ColumnType {
        /** A scale outside the limits is a failure. */
        public DateTime2 {
            TypeNames.requireScale("datetime2", scale);
        }
    }

    /** {@link java.time.OffsetDateTime}, rounded to {@code scale} digits of a second, 0 to 7. */
    record DateTimeOffset(int scale) implements ColumnType {
        /** A scale outside the limits is a failure. */
        public DateTimeOffset {
            TypeNames.requireScale("datetimeoffset", scale);
        }
    }

    /** Whether the declared length is the exact or the greatest one. Values are not padded in either case, as drivers do not. */
    enum Variability {
        /** char, nchar, binary. */
        FIXED(""),
        /** varchar, nvarchar, varbinary. */
        VARYING("var");

        private final String prefix;

        Variability(String prefix) {
            this.prefix = prefix;
        }

        String word(String type) {
            return prefix + type;
        }
    }
}
