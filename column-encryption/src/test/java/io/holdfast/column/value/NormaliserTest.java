package io.holdfast.column.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.fuzzing.Fuzz;
import io.holdfast.protocol.failure.Failure;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NormaliserTest {
    private static final ColumnName COLUMN = new ColumnName("public", "employees", "salary");

    private static Normaliser of(String type) {
        return new Normaliser(COLUMN, TypeNames.parse(type));
    }

    private static void roundTrip(String type, Object value) {
        assertThat(of(type).read(of(type).write(value))).isEqualTo(value);
    }

    private static void becomes(String type, Object value, Object stored) {
        assertThat(of(type).read(of(type).write(value))).isEqualTo(stored);
    }

    private static void refused(String type, Object value, ColumnFailure code) {
        fails(() -> of(type).write(value), code);
        assertThatThrownBy(() -> of(type).write(value))
                .hasMessageContaining("public.employees.salary")
                .hasMessageContaining(TypeNames.text(TypeNames.parse(type)));
    }

    private static void tooLarge(String type, Object value) {
        refused(type, value, ColumnFailure.VALUE_OUT_OF_RANGE);
    }

    private static void unreadable(String type, String hex) {
        fails(() -> of(type).read(HexFormat.of().parseHex(hex)), ColumnFailure.VALUE_NOT_OF_TYPE);
    }

    private static void fails(ThrowingCallable call, ColumnFailure code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void wholeNumbersAreTakenToTheirLimitsAndNoFurther() {
        roundTrip("bit", true);
        becomes("bit", 0, false);
        tooLarge("bit", 2);
        roundTrip("tinyint", 255L);
        tooLarge("tinyint", -1);
        tooLarge("tinyint", 256);
        tooLarge("smallint", 32_768);
        becomes("int", (short) -7, -7L);
        tooLarge("int", 2_147_483_648L);
        roundTrip("bigint", Long.MIN_VALUE);
        tooLarge("bigint", BigInteger.TWO.pow(63));
        tooLarge("int", new BigDecimal("1.5"));
        refused("int", "1", ColumnFailure.VALUE_WRONG_CLASS);
        refused("int", true, ColumnFailure.VALUE_WRONG_CLASS);
        unreadable("int", "0000008000000000");
        unreadable("bit", "0200000000000000");
        unreadable("int", "00000080");
    }

    @Test
    void floatsAreFinite() {
        roundTrip("real", -0.0f);
        roundTrip("float", Double.MIN_VALUE);
        becomes("float", 1.5f, 1.5);
        tooLarge("real", Float.NaN);
        tooLarge("float", Double.POSITIVE_INFINITY);
        refused("real", 1.0, ColumnFailure.VALUE_WRONG_CLASS);
        unreadable("real", "0000807f");
        unreadable("float", "000000000000f07f");
        unreadable("float", "00000000");
    }

    @Test
    void decimalsRoundHalfAwayFromZeroThenMustFit() {
        becomes("decimal(5,2)", new BigDecimal("1.005"), new BigDecimal("1.01"));
        becomes("decimal(5,2)", new BigDecimal("-1.005"), new BigDecimal("-1.01"));
        becomes("decimal(5,2)", 7, new BigDecimal("7.00"));
        becomes("decimal(5,2)", new BigDecimal("999.994"), new BigDecimal("999.99"));
        becomes("decimal(5,2)", new BigDecimal("1E-2000000000"), new BigDecimal("0.00"));
        tooLarge("decimal(5,2)", new BigDecimal("999.995"));
        tooLarge("decimal(5,2)", 1000);
        tooLarge("decimal(5,2)", new BigDecimal("1E+2000000000"));
        tooLarge("decimal(38,0)", BigInteger.TEN.pow(38));
        refused("decimal(5,2)", 1.5, ColumnFailure.VALUE_WRONG_CLASS);
        assertThat(of("decimal(5,2)").write(new BigDecimal("-0.001"))[0])
                .as("zero has the sign plus")
                .isEqualTo((byte) 1);
        unreadable("decimal(3,0)", "01e8030000000000000000000000000000");
        unreadable("decimal(3,0)", "0200000000000000000000000000000000");
        unreadable("decimal(3,0)", "01000000000000000000000000000000000000");
    }

    @Test
    void moneyHasFourDecimals() {
        roundTrip("money", new BigDecimal("-922337203685477.5808"));
        becomes("money", new BigDecimal("0.00005"), new BigDecimal("0.0001"));
        tooLarge("money", new BigDecimal("922337203685477.58075"));
        roundTrip("smallmoney", new BigDecimal("214748.3647"));
        tooLarge("smallmoney", new BigDecimal("214748.3648"));
        unreadable("smallmoney", "ffffff7fffffffff");
    }

    @Test
    void aCharacterThatTheCharacterSetLacksIsRefused() {
        roundTrip("varchar(3) windows-1252", "€åé");
        roundTrip("nvarchar(4)", "😀é!");
        roundTrip("nvarchar(max)", "");
        refused("varchar(30) windows-1252", "ab中", ColumnFailure.VALUE_UNMAPPABLE);
        assertThatThrownBy(() -> of("varchar(30) windows-1252").write("ab中"))
                .hasMessageContaining("position 3")
                .hasMessageNotContaining("中");
        refused("nvarchar(30)", "half \ud83d", ColumnFailure.VALUE_UNMAPPABLE);
        refused("nvarchar(30)", "\ude00 half", ColumnFailure.VALUE_UNMAPPABLE);
        tooLarge("nvarchar(3)", "😀😀");
        tooLarge("varchar(3) utf-8", "éé");
        refused("varchar(3) utf-8", 'e', ColumnFailure.VALUE_WRONG_CLASS);
        unreadable("nvarchar(30)", "00");
        unreadable("nvarchar(30)", "00d8");
        unreadable("varchar(30) utf-8", "ff");
        unreadable("varchar(1) utf-8", "6161");
    }

    @Test
    void bytesAndUuidsAreTakenAsTheyAre() {
        roundTrip("uniqueidentifier", UUID.fromString("ffeeddcc-bbaa-9988-7766-554433221100"));
        refused("uniqueidentifier", "ffeeddcc-bbaa-9988-7766-554433221100", ColumnFailure.VALUE_WRONG_CLASS);
        unreadable("uniqueidentifier", "00");
        tooLarge("varbinary(2)", new byte[3]);
        unreadable("binary(2)", "000000");
        refused("binary(2)", "ab", ColumnFailure.VALUE_WRONG_CLASS);
    }

    @Test
    void datesAreThoseOfTheYears1To9999() {
        roundTrip("date", LocalDate.of(9999, 12, 31));
        tooLarge("date", LocalDate.of(10000, 1, 1));
        tooLarge("date", LocalDate.of(0, 12, 31));
        refused("date", LocalDateTime.MIN, ColumnFailure.VALUE_WRONG_CLASS);
        unreadable("date", "ffffff");
        unreadable("date", "0000");
    }

    @Test
    void timesRoundHalfUpAndNeverTo24Hours() {
        becomes("time(0)", LocalTime.of(1, 2, 3, 500_000_000), LocalTime.of(1, 2, 4));
        becomes("time(7)", LocalTime.ofNanoOfDay(149), LocalTime.ofNanoOfDay(100));
        becomes("time(7)", LocalTime.ofNanoOfDay(150), LocalTime.ofNanoOfDay(200));
        tooLarge("time(3)", LocalTime.MAX);
        refused("time(3)", LocalDate.EPOCH, ColumnFailure.VALUE_WRONG_CLASS);
        unreadable("time(7)", "00c0692ac9");
        unreadable("time(0)", "0100000000");
    }

    @Test
    void momentsRoundIntoTheNextDayButNotIntoTheYear10000() {
        becomes(
                "datetime2(3)",
                LocalDateTime.of(2026, 12, 31, 23, 59, 59, 999_500_000),
                LocalDateTime.of(2027, 1, 1, 0, 0));
        tooLarge("datetime2(3)", LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_500_000));
        refused("datetime2(3)", LocalDate.EPOCH, ColumnFailure.VALUE_WRONG_CLASS);
        unreadable("datetime2(7)", "00c0692ac9" + "dab937");
        OffsetDateTime moment = OffsetDateTime.of(2026, 11, 30, 0, 15, 0, 0, ZoneOffset.ofHoursMinutes(5, 45));
        roundTrip("datetimeoffset(0)", moment);
        roundTrip("datetimeoffset(0)", moment.withOffsetSameLocal(ZoneOffset.ofHours(-14)));
        tooLarge("datetimeoffset(0)", moment.withOffsetSameLocal(ZoneOffset.ofHours(15)));
        tooLarge("datetimeoffset(0)", moment.withOffsetSameLocal(ZoneOffset.ofTotalSeconds(61)));
        tooLarge("datetimeoffset(0)", LocalDate.of(1, 1, 1).atStartOfDay().atOffset(ZoneOffset.ofHours(1)));
        refused("datetimeoffset(0)", LocalDate.EPOCH, ColumnFailure.VALUE_WRONG_CLASS);
        unreadable("datetimeoffset(0)", "0000000000000000" + "4903");
        unreadable("datetimeoffset(0)", "0000000000000000" + "c4ff");
        tooLarge("datetimeoffset(0)", LocalDateTime.of(0, 12, 31, 23, 0).atOffset(ZoneOffset.ofHours(-1)));
    }

    @ParameterizedTest
    @CsvSource({"1,0", "2,3", "4,3", "5,7", "8,7", "9,10", "996,997", "998,997", "999,1000"})
    void datetimeHasSteps0f3And7And10Milliseconds(int millis, int stored) {
        LocalDateTime day = LocalDateTime.of(2026, 12, 31, 23, 59, 59);
        becomes("datetime", day.plusNanos(millis * 1_000_000L), day.plusNanos(stored * 1_000_000L));
    }

    @Test
    void oldTimesHaveTheirYears() {
        roundTrip("datetime", LocalDateTime.of(1753, 1, 1, 0, 0));
        tooLarge("datetime", LocalDateTime.of(1752, 12, 31, 23, 59));
        tooLarge("datetime", LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_000_000));
        unreadable("datetime", "0000000000828b01");
        unreadable("datetime", "ffffff7f00000000");
        becomes(
                "smalldatetime",
                LocalDateTime.of(2026, 12, 31, 23, 59, 29, 998_999_999),
                LocalDateTime.of(2026, 12, 31, 23, 59));
        becomes(
                "smalldatetime",
                LocalDateTime.of(2026, 12, 31, 23, 59, 29, 999_000_000),
                LocalDateTime.of(2027, 1, 1, 0, 0));
        tooLarge("smalldatetime", LocalDateTime.of(1899, 12, 31, 0, 0));
        tooLarge("smalldatetime", LocalDateTime.of(2079, 6, 6, 23, 59, 30));
        unreadable("smalldatetime", "0000a105");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bit",
                "bigint",
                "real",
                "float",
                "decimal(38,38)",
                "smallmoney",
                "nvarchar(max)",
                "nchar(10)",
                "varchar(8000) windows-1252",
                "char(1) utf-8",
                "varbinary(max)",
                "binary(8000)",
                "uniqueidentifier",
                "date",
                "time(0)",
                "datetime2(7)",
                "datetimeoffset(3)",
                "datetime",
                "smalldatetime"
            })
    void typesHaveOneSpelling(String text) {
        assertThat(TypeNames.text(TypeNames.parse(text))).isEqualTo(text);
    }

    @Test
    void typesAreReadInOtherSpellings() {
        assertThat(TypeNames.text(TypeNames.parse(" Numeric ( 10 , 2 ) "))).isEqualTo("decimal(10,2)");
        assertThat(TypeNames.text(TypeNames.parse("decimal"))).isEqualTo("decimal(18,0)");
        assertThat(TypeNames.text(TypeNames.parse("VARCHAR(32) cp1252"))).isEqualTo("varchar(32) windows-1252");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "xml",
                "decimal(39,0)",
                "decimal(5,6)",
                "decimal(0,0)",
                "decimal(max)",
                "nvarchar(4001)",
                "nvarchar(0)",
                "nchar(max)",
                "varchar(32)",
                "varchar(32) no-such-set",
                "varchar(32) ?",
                "varchar(8001) utf-8",
                "binary(max)",
                "time(8)",
                "time(max)",
                "int(4)",
                "money(4)",
                "date(3)",
                "int utf-8",
                "nvarchar(3,1)",
                "nvarchar(3) utf-8",
                "datetime2(99999)"
            })
    void whatIsNoTypeIsRefused(String text) {
        fails(() -> TypeNames.parse(text), ColumnFailure.TYPE_UNKNOWN);
    }

    static Stream<Arguments> samples() {
        return Stream.of(
                Arguments.of("money", new BigDecimal("-1.2345")),
                Arguments.of("decimal(10,2)", new BigDecimal("-1.25")),
                Arguments.of("nvarchar(30)", "Åsa 😀"),
                Arguments.of("datetime2(3)", LocalDate.EPOCH.atTime(LocalTime.NOON)),
                Arguments.of(
                        "datetimeoffset(3)",
                        LocalDate.EPOCH.atTime(LocalTime.NOON).atOffset(ZoneOffset.ofHours(2))),
                Arguments.of("datetime", LocalDate.EPOCH.atTime(LocalTime.NOON)),
                Arguments.of("smalldatetime", LocalDate.EPOCH.atTime(LocalTime.NOON)));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void anyBytesAreAValueOrRefusedAndAValueIsWrittenAsAnEqualOne(String type, Object sample) throws IOException {
        Normaliser normaliser = of(type);
        byte[] seed = normaliser.write(sample);
        assertThat(Fuzz.run("value " + type, new Fuzz.Limits(400L << 20), List.of(seed), input -> {
                    Object value = normaliser.read(input);
                    Object again = normaliser.read(normaliser.write(value));
                    if (!again.equals(value)) {
                        throw new AssertionError(value + " became " + again);
                    }
                }))
                .isPositive();
    }
}
