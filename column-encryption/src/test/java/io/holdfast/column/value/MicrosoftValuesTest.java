package io.holdfast.column.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.column.ColumnName;
import io.holdfast.column.MicrosoftDriver;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.GregorianCalendar;
import java.util.Random;
import java.util.TimeZone;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Random values, written by mssql-jdbc itself and by us. */
final class MicrosoftValuesTest {
    private static final ColumnName COLUMN = new ColumnName("dbo", "t", "c");
    private static final int ROUNDS = Integer.getInteger("holdfast.rounds", 500);
    private static final LocalTime LAST_HALF_MINUTE = LocalTime.of(23, 59, 29, 999_000_000);

    private final long seed = Long.getLong("holdfast.seed", 1);
    private final Random random = new Random(seed);

    @BeforeEach
    void sayTheSeed() {
        System.out.println("MicrosoftValuesTest: seed " + seed);
    }

    private static Normaliser normaliser(String type) {
        return new Normaliser(COLUMN, TypeNames.parse(type));
    }

    @Test
    void wholeNumbersAreTheSame() {
        for (int i = 0; i < ROUNDS; i++) {
            long big = random.nextLong() >> random.nextInt(64);
            same("bigint", "BIGINT", big);
            same("int", "INTEGER", (int) big);
            same("smallint", "SMALLINT", (short) big);
            same("tinyint", "TINYINT", (short) (big & 0xFF));
            same("bit", "BIT", random.nextBoolean());
        }
    }

    private void same(String type, String theirs, Object value) {
        byte[] written = normaliser(type).write(value);
        assertThat(written).as("%s %s", type, value).isEqualTo(MicrosoftDriver.normalise(theirs, value, 38, 0));
    }

    @Test
    void realsFloatsUuidsTextsAndBytesAreTheSame() {
        for (int i = 0; i < ROUNDS; i++) {
            same("real", "REAL", (float) random.nextGaussian());
            same("float", "DOUBLE", random.nextGaussian());
            UUID uuid = new UUID(random.nextLong(), random.nextLong());
            assertThat(normaliser("uniqueidentifier").write(uuid))
                    .isEqualTo(MicrosoftDriver.normalise("GUID", uuid.toString(), 36, 0));
            String text = text();
            assertThat(normaliser("nvarchar(64)").write(text))
                    .isEqualTo(MicrosoftDriver.normalise("NVARCHAR", text, 64, 0));
            byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            assertThat(normaliser("varbinary(64)").write(bytes))
                    .isEqualTo(MicrosoftDriver.normalise("VARBINARY", bytes, 64, 0));
        }
    }

    private String text() {
        return random.ints(random.nextInt(32), 1, Character.MAX_CODE_POINT)
                .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    @Test
    void theDriverWritesNarrowTextInTheCharacterSetOfTheJvmAndWeInTheDeclaredOne() {
        String text = "é";
        byte[] theirs = MicrosoftDriver.normalise("VARCHAR", text, 30, 0);
        assertThat(theirs).isEqualTo(text.getBytes(Charset.defaultCharset()));
        assertThat(normaliser("varchar(30) cp850").write(text)).isEqualTo(new byte[] {(byte) 0x82});
        assertThat(normaliser("varchar(30) windows-1252").write(text)).isEqualTo(new byte[] {(byte) 0xE9});
    }

    @Test
    void moneyIsTheSame() {
        for (int i = 0; i < ROUNDS; i++) {
            BigDecimal amount = BigDecimal.valueOf(random.nextLong() >> random.nextInt(60), 4);
            assertThat(normaliser("money").write(amount))
                    .as("%s", amount)
                    .isEqualTo(MicrosoftDriver.normalise("MONEY", amount, 19, 4));
        }
    }

    /** The driver leaves out the highest byte of the magnitude; what it wrote is read. */
    @Test
    void decimalsAreTheSameButForTheHighestByte() {
        for (int i = 0; i < ROUNDS; i++) {
            int precision = 1 + random.nextInt(35);
            int scale = random.nextInt(precision + 1);
            BigInteger digits = new BigInteger(120, random).mod(BigInteger.TEN.pow(precision));
            BigDecimal number = new BigDecimal(random.nextBoolean() ? digits : digits.negate(), scale);
            Normaliser ours = normaliser("decimal(" + precision + "," + scale + ")");
            byte[] theirs = MicrosoftDriver.normalise("DECIMAL", number, precision, scale);
            byte[] written = ours.write(number);
            assertThat(theirs).as("%s", number).hasSize(16).isEqualTo(Arrays.copyOf(written, 16));
            assertThat(written).hasSize(17);
            assertThat(written[16]).isZero();
            assertThat(ours.read(theirs)).isEqualTo(number);
        }
    }

    @Test
    void theDriverCannotWriteThe38DigitsThatWeCan() {
        BigDecimal widest = new BigDecimal(BigInteger.TEN.pow(38).subtract(BigInteger.ONE));
        Normaliser ours = normaliser("decimal(38,0)");
        assertThat(ours.read(ours.write(widest))).isEqualTo(widest);
        assertThatThrownBy(() -> MicrosoftDriver.normalise("DECIMAL", widest, 38, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void timesAreTheSameButWhereTheDriverRoundsOverMidnight() {
        for (int i = 0; i < ROUNDS; i++) {
            LocalDateTime local = LocalDateTime.of(1600, 1, 1, 0, 0)
                    .plusDays(random.nextInt(3_000_000))
                    .plusNanos(100 * random.nextLong(864_000_000_000L));
            int scale = random.nextInt(8);
            boolean overMidnight = local.toLocalTime().toSecondOfDay() == 86_399;
            if (overMidnight) {
                continue;
            }
            Normaliser ours = normaliser("datetime2(" + scale + ")");
            byte[] theirs = time("datetime2", local, scale);
            assertThat(ours.write(local)).as("%s scale %d", local, scale).isEqualTo(theirs);
            assertThat(normaliser("time(" + scale + ")").write(local.toLocalTime()))
                    .isEqualTo(time("time", local, scale));
            assertThat(normaliser("date").write(local.toLocalDate())).isEqualTo(time("date", local, 0));
            OffsetDateTime moment = local.atOffset(ZoneOffset.UTC);
            assertThat(normaliser("datetimeoffset(" + scale + ")").write(moment))
                    .isEqualTo(Arrays.copyOf(theirs, 10));
        }
    }

    @Test
    void theDriverWrites24HoursAndWeReadTheNextDay() {
        LocalDateTime late = LocalDateTime.of(2026, 11, 30, 23, 59, 59, 999_600_000);
        byte[] theirs = time("datetime2", late, 3);
        Normaliser ours = normaliser("datetime2(3)");
        assertThat(ours.read(theirs)).isEqualTo(LocalDateTime.of(2026, 12, 1, 0, 0));
        assertThat(ours.write(late)).isNotEqualTo(theirs);
    }

    /** It rounds to 100 ns first: 0.2892344 93 becomes 0.2892345, and that 0.289235. */
    @Test
    void theDriverRoundsTwiceAndWeRoundOnce() {
        LocalDateTime local = LocalDateTime.of(2026, 11, 30, 0, 2, 54, 289_234_493);
        LocalDateTime up = local.withNano(289_235_000);
        Normaliser ours = normaliser("datetime2(6)");
        assertThat(ours.read(time("datetime2", local, 6))).isEqualTo(up);
        assertThat(ours.read(ours.write(local))).isEqualTo(local.withNano(289_234_000));
    }

    @Test
    void oldTimesAreTheSameToTheMillisecond() {
        for (int i = 0; i < ROUNDS; i++) {
            LocalDateTime local = LocalDateTime.of(1900, 1, 1, 0, 0)
                    .plusDays(random.nextInt(65_000))
                    .plus(random.nextInt(86_400_000), ChronoUnit.MILLIS);
            assertThat(normaliser("datetime").write(local)).as("%s", local).isEqualTo(oldTime("DATETIME", local));
            boolean overMidnight = !local.toLocalTime().isBefore(LAST_HALF_MINUTE);
            boolean servers = local.getSecond() == 29 && local.getNano() == 999_000_000;
            if (!overMidnight && !servers) {
                assertThat(normaliser("smalldatetime").write(local))
                        .as("%s", local)
                        .isEqualTo(oldTime("SMALLDATETIME", local));
            }
        }
    }

    /** SQL Server rounds up from 29.999 s on, and so do we; the driver from 30 s on. */
    @Test
    void aMinuteIsRoundedAsTheServerDoes() {
        LocalDateTime local = LocalDateTime.of(2046, 1, 10, 5, 4, 29, 999_000_000);
        Normaliser ours = normaliser("smalldatetime");
        assertThat(ours.read(ours.write(local))).isEqualTo(LocalDateTime.of(2046, 1, 10, 5, 5));
        assertThat(ours.read(oldTime("SMALLDATETIME", local))).isEqualTo(LocalDateTime.of(2046, 1, 10, 5, 4));
    }

    /** The driver writes minute 1440 of the day; SQL Server's own form is minute 0 of the next, and that is what we write. */
    @Test
    void theDriverWrites24HoursOfAnOldTimeAndWeReadTheNextDay() {
        LocalDateTime late = LocalDateTime.of(1979, 1, 11, 23, 59, 58, 588_000_000);
        byte[] theirs = oldTime("SMALLDATETIME", late);
        Normaliser ours = normaliser("smalldatetime");
        assertThat(ours.read(theirs)).isEqualTo(LocalDateTime.of(1979, 1, 12, 0, 0));
        assertThat(ours.read(ours.write(late))).isEqualTo(LocalDateTime.of(1979, 1, 12, 0, 0));
        assertThat(ours.write(late)).isNotEqualTo(theirs);
    }

    private static byte[] time(String type, LocalDateTime local, int scale) {
        return MicrosoftDriver.normaliseTime(type, calendar(local), local.get(ChronoField.NANO_OF_SECOND), scale);
    }

    private static byte[] oldTime(String type, LocalDateTime local) {
        return MicrosoftDriver.normaliseOldTime(type, calendar(local), local.get(ChronoField.NANO_OF_SECOND));
    }

    private static GregorianCalendar calendar(LocalDateTime local) {
        GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"));
        calendar.setTimeInMillis(
                local.toInstant(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS).toEpochMilli());
        return calendar;
    }
}
