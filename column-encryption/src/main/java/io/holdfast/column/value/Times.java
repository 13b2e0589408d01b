package io.holdfast.column.value;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** Dates and times. Rounding is half up, and carries into the next day where there is one. */
record Times(Refusal refuse) {
    private static final LocalDate FIRST = LocalDate.of(1, 1, 1);
    private static final LocalDate LAST = LocalDate.of(9999, 12, 31);
    private static final LocalDate OLD_EPOCH = LocalDate.of(1900, 1, 1);
    private static final LocalDate OLD_FIRST = LocalDate.of(1753, 1, 1);
    private static final long UNITS_OF_DAY = 864_000_000_000L;
    private static final long NANOS_OF_UNIT = 100;
    private static final int TICKS_OF_SECOND = 300;
    private static final int TICKS_OF_DAY = 86_400 * TICKS_OF_SECOND;
    private static final int MINUTES_OF_DAY = 1440;
    private static final int MOST_SMALL_DAYS = 0xFFFF;
    private static final long NANOS_OF_SECOND = 1_000_000_000L;
    private static final long NANOS_OF_MINUTE = 60_000_000_000L;
    /** SQL Server rounds 29.998 s down and 29.999 s up. */
    private static final long UP_TO_MINUTE = 29_999_000_000L;

    private static final int TIME = 5;
    private static final int DATE = 3;
    private static final int MOST_OFFSET = 14 * 60;

    private static ByteBuffer buffer(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] bytes(ByteBuffer full) {
        byte[] bytes = new byte[full.position()];
        full.flip().get(bytes);
        return bytes;
    }

    private ByteBuffer read(byte[] plain, int length) {
        refuse.requireLength(plain, length);
        return ByteBuffer.wrap(plain).order(ByteOrder.LITTLE_ENDIAN);
    }

    byte[] writeDate(Object value) {
        if (!(value instanceof LocalDate date)) {
            throw refuse.wrongClass(value, "LocalDate");
        }
        ByteBuffer out = buffer(DATE);
        putDate(out, date);
        return bytes(out);
    }

    Object readDate(byte[] plain) {
        return getDate(read(plain, DATE));
    }

    private void putDate(ByteBuffer out, LocalDate date) {
        requireInRange(date);
        put(out, ChronoUnit.DAYS.between(FIRST, date), DATE);
    }

    private void requireInRange(LocalDate date) {
        if (date.isBefore(FIRST) || date.isAfter(LAST)) {
            throw refuse.outOfRange("it is not from " + FIRST + " to " + LAST);
        }
    }

    private LocalDate getDate(ByteBuffer in) {
        LocalDate date = FIRST.plusDays(get(in, DATE));
        if (date.isAfter(LAST)) {
            throw refuse.notOfType("its date is after " + LAST);
        }
        return date;
    }

    /** Units of 100 ns since midnight, rounded to {@code scale} digits; a whole day if it rounds to midnight. */
    private static long units(LocalTime time, int scale) {
        long step = NANOS_OF_UNIT * Math.powExact(10L, 7 - scale);
        return Math.floorDiv(time.toNanoOfDay() + step / 2, step) * step / NANOS_OF_UNIT;
    }

    private LocalTime getTime(int scale, ByteBuffer in) {
        long units = get(in, TIME);
        if (units >= UNITS_OF_DAY) {
            throw refuse.notOfType("its time of day is 24:00 or later");
        }
        if (units % Math.powExact(10L, 7 - scale) != 0) {
            throw refuse.notOfType("its time of day has more than " + scale + " digits of a second");
        }
        return LocalTime.ofNanoOfDay(units * NANOS_OF_UNIT);
    }

    byte[] writeTime(int scale, Object value) {
        if (!(value instanceof LocalTime time)) {
            throw refuse.wrongClass(value, "LocalTime");
        }
        long units = units(time, scale);
        if (units == UNITS_OF_DAY) {
            throw refuse.outOfRange("it rounds to 24:00");
        }
        ByteBuffer out = buffer(TIME);
        put(out, units, TIME);
        return bytes(out);
    }

    Object readTime(int scale, byte[] plain) {
        return getTime(scale, read(plain, TIME));
    }

    byte[] writeDateTime2(int scale, Object value) {
        ByteBuffer out = buffer(TIME + DATE);
        putDateTime2(out, scale, local(value));
        return bytes(out);
    }

    private LocalDateTime local(Object value) {
        if (!(value instanceof LocalDateTime local)) {
            throw refuse.wrongClass(value, "LocalDateTime");
        }
        return local;
    }

    private void putDateTime2(ByteBuffer out, int scale, LocalDateTime local) {
        long units = units(local.toLocalTime(), scale);
        put(out, units % UNITS_OF_DAY, TIME);
        putDate(out, units == UNITS_OF_DAY ? local.toLocalDate().plusDays(1) : local.toLocalDate());
    }

    Object readDateTime2(int scale, byte[] plain) {
        return getDateTime2(scale, read(plain, TIME + DATE));
    }

    /** The time comes first; mssql-jdbc writes 24:00 where it rounded over midnight, which is the next day. */
    private LocalDateTime getDateTime2(int scale, ByteBuffer in) {
        long units = get(in.duplicate().order(ByteOrder.LITTLE_ENDIAN), TIME);
        if (units == UNITS_OF_DAY) {
            in.position(in.position() + TIME);
            LocalDate date = getDate(in);
            if (date.equals(LAST)) {
                throw refuse.notOfType("its date is after " + LAST);
            }
            return date.plusDays(1).atStartOfDay();
        }
        LocalTime time = getTime(scale, in);
        return getDate(in).atTime(time);
    }

    byte[] writeDateTimeOffset(int scale, Object value) {
        if (!(value instanceof OffsetDateTime moment)) {
            throw refuse.wrongClass(value, "OffsetDateTime");
        }
        requireInRange(moment.toLocalDate());
        int seconds = moment.getOffset().getTotalSeconds();
        if (seconds % 60 != 0 || Math.abs(seconds / 60) > MOST_OFFSET) {
            throw refuse.outOfRange("its offset is not in whole minutes, of at most 14 hours");
        }
        ByteBuffer out = buffer(TIME + DATE + Short.BYTES);
        putDateTime2(out, scale, moment.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime());
        return bytes(out.putShort((short) (seconds / 60)));
    }

    Object readDateTimeOffset(int scale, byte[] plain) {
        ByteBuffer in = read(plain, TIME + DATE + Short.BYTES);
        LocalDateTime utc = getDateTime2(scale, in);
        int minutes = in.getShort();
        if (Math.abs(minutes) > MOST_OFFSET) {
            throw refuse.notOfType("its offset is " + minutes + " minutes");
        }
        OffsetDateTime moment =
                utc.atOffset(ZoneOffset.UTC).withOffsetSameInstant(ZoneOffset.ofTotalSeconds(minutes * 60));
        if (moment.toLocalDate().isBefore(FIRST) || moment.toLocalDate().isAfter(LAST)) {
            throw refuse.notOfType("its local date is not from " + FIRST + " to " + LAST);
        }
        return moment;
    }

    /** Days since 1900 and 1/300 of a second. */
    byte[] writeDateTime(Object value) {
        LocalDateTime local = local(value);
        long nanos = local.toLocalTime().toNanoOfDay();
        long ticks = (nanos * TICKS_OF_SECOND + NANOS_OF_SECOND / 2) / NANOS_OF_SECOND;
        LocalDate date = local.toLocalDate().plusDays(ticks / TICKS_OF_DAY);
        if (date.isBefore(OLD_FIRST) || date.isAfter(LAST)) {
            throw refuse.outOfRange("it is not from " + OLD_FIRST + " to " + LAST);
        }
        return buffer(2 * Integer.BYTES)
                .putInt((int) ChronoUnit.DAYS.between(OLD_EPOCH, date))
                .putInt((int) (ticks % TICKS_OF_DAY))
                .array();
    }

    /** To the millisecond, as SQL Server shows it: .003, .007, .010. */
    Object readDateTime(byte[] plain) {
        ByteBuffer in = read(plain, 2 * Integer.BYTES);
        LocalDate date = OLD_EPOCH.plusDays(in.getInt());
        int ticks = in.getInt();
        if (date.isBefore(OLD_FIRST) || date.isAfter(LAST) || ticks < 0 || ticks >= TICKS_OF_DAY) {
            throw refuse.notOfType("it is no moment from " + OLD_FIRST + " to " + LAST);
        }
        long millis = (ticks * 10L + 1) / 3;
        return date.atStartOfDay().plus(millis, ChronoUnit.MILLIS);
    }

    byte[] writeSmallDateTime(Object value) {
        LocalDateTime local = local(value);
        long nanos = local.toLocalTime().toNanoOfDay();
        long minutes = nanos / NANOS_OF_MINUTE + (nanos % NANOS_OF_MINUTE >= UP_TO_MINUTE ? 1 : 0);
        LocalDate date = local.toLocalDate().plusDays(minutes / MINUTES_OF_DAY);
        long days = ChronoUnit.DAYS.between(OLD_EPOCH, date);
        if (days < 0 || days > MOST_SMALL_DAYS) {
            throw refuse.outOfRange("it is not from " + OLD_EPOCH + " to " + OLD_EPOCH.plusDays(MOST_SMALL_DAYS));
        }
        return buffer(2 * Short.BYTES)
                .putShort((short) days)
                .putShort((short) (minutes % MINUTES_OF_DAY))
                .array();
    }

    Object readSmallDateTime(byte[] plain) {
        ByteBuffer in = read(plain, 2 * Short.BYTES);
        int days = Short.toUnsignedInt(in.getShort());
        int minutes = Short.toUnsignedInt(in.getShort());
        // Microsoft's JDBC driver writes 24:00 where it rounds up over midnight
        if (minutes > MINUTES_OF_DAY) {
            throw refuse.notOfType("its time of day is later than 24:00");
        }
        return OLD_EPOCH.plusDays(days).atStartOfDay().plusMinutes(minutes);
    }

    private static void put(ByteBuffer out, long number, int bytes) {
        for (int i = 0; i < bytes; i++) {
            out.put((byte) (number >>> (Byte.SIZE * i)));
        }
    }

    private static long get(ByteBuffer in, int bytes) {
        long number = 0;
        for (int i = 0; i < bytes; i++) {
            number |= Byte.toUnsignedLong(in.get()) << (Byte.SIZE * i);
        }
        return number;
    }
}
