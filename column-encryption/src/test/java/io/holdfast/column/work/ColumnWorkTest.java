package io.holdfast.column.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.column.TestColumns;
import io.holdfast.column.TestDatabase;
import io.holdfast.column.TestDatabase.Place;
import io.holdfast.column.cell.EncryptionKind;
import io.holdfast.column.codec.EncryptedColumn;
import io.holdfast.column.value.TypeNames;
import io.holdfast.protocol.failure.Failure;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ColumnWorkTest {
    private static final String TABLE = "CREATE TABLE staff (id int PRIMARY KEY, value %s, more int)";

    /** One place for all types: making one takes longer than a test. */
    private static final Map<TestDatabase, Place> OF_TYPES = new EnumMap<>(TestDatabase.class);

    private static EncryptedColumn column(Place place, String type) {
        return new EncryptedColumn(place.column("staff", "value"), TypeNames.parse(type), EncryptionKind.DETERMINISTIC);
    }

    private static long encrypt(Place place, EncryptedColumn column) {
        return Works.with(place, Works.options(3), work -> work.encrypt(column, "cek1"));
    }

    private static void refused(ThrowingCallable work, ColumnFailure code, ColumnName column) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(column.toString());
    }

    static Stream<Arguments> types() {
        return Stream.of(TestDatabase.values()).flatMap(database -> {
            boolean postgresql = database == TestDatabase.POSTGRESQL;
            return Stream.of(
                            List.of("boolean", "bit", "true", "false"),
                            List.of("int NOT NULL", "int", "-5", "0"),
                            List.of("bigint", "bigint", "9223372036854775807", "-1"),
                            List.of("numeric(20,4)", "decimal(20,4)", "12345678901234.5678", "0"),
                            List.of(postgresql ? "real" : "float", "real", "0.25", "-0.5"),
                            List.of("double precision", "float", "0.1", "1e300"),
                            List.of("varchar(20) NOT NULL", "nvarchar(40)", "'Åström 𝄞'", "''"),
                            List.of("text", "nvarchar(max)", "'a'", "'A'"),
                            List.of("varchar(20)", "varchar(20) windows-1252", "'Äpfel'", "'x'"),
                            List.of(postgresql ? "bytea" : "varbinary(10)", "varbinary(10)", "'abc'", "''"),
                            List.of(
                                    "uuid",
                                    "uniqueidentifier",
                                    "'6F9619FF-8B86-D011-B42D-00C04FC964FF'",
                                    "'00000000-0000-0000-0000-000000000001'"),
                            List.of("date", "date", "'2026-12-01'", "'1970-01-01'"),
                            List.of("time(6)", "time(6)", "'12:34:56.123456'", "'00:00:00'"),
                            List.of(
                                    postgresql ? "timestamp(6)" : "datetime(6)",
                                    "datetime2(6)",
                                    "'2026-12-01 12:34:56.123456'",
                                    "'1970-01-01 00:00:00'"))
                    .map(row -> Arguments.of(database, row));
        });
    }

    @ParameterizedTest
    @MethodSource("types")
    void everyTypeIsEncryptedAndComesBackAsItWas(TestDatabase database, List<String> row) {
        Place place = OF_TYPES.computeIfAbsent(database, any -> new TestColumns(database.place()).place());
        boolean nullable = !row.get(0).endsWith("NOT NULL");
        place.execute(
                "DROP TABLE IF EXISTS staff",
                "DELETE FROM " + place.keyTable("encrypted_column"),
                TABLE.formatted(row.get(0)),
                "INSERT INTO staff VALUES (1, " + row.get(2) + ", 1), (2, " + row.get(3) + ", 2), (3, " + row.get(2)
                        + ", 3)",
                nullable ? "INSERT INTO staff VALUES (4, NULL, 4)" : "DELETE FROM staff WHERE id = 4");
        String all = "SELECT id, value FROM staff ORDER BY id";
        List<String> before = place.with(session -> session.query(all, rows -> String.valueOf(rows.getString(2))));
        EncryptedColumn column = column(place, row.get(1));
        assertThat(encrypt(place, column)).isEqualTo(3);
        assertThat(place.ask("SELECT count(DISTINCT value) FROM staff")).isEqualTo("2");
        assertThat(Works.verify(place, column.name()))
                .isEqualTo(new Verification.Found(column.name(), 3, 0, List.of()));
        List<byte[]> cells = place.with(session -> session.query(all, rows -> rows.getBytes(2)));
        assertThat(cells.getFirst()).isEqualTo(cells.get(2)).startsWith(1);
        assertThatThrownBy(() -> place.execute("UPDATE staff SET value = 'plain' WHERE id = 1"))
                .isInstanceOf(Failure.class);
        if (!nullable) {
            assertThatThrownBy(() -> place.execute("UPDATE staff SET value = NULL WHERE id = 1"))
                    .isInstanceOf(Failure.class);
        }
        assertThat(Works.<Long>with(place, Works.options(2), work -> work.rotate(column.name(), "cek2")))
                .isEqualTo(3);
        assertThat(Works.verify(place, column.name()).cells()).isEqualTo(3);
        assertThat(Works.<Long>with(place, Works.options(2), work -> work.decrypt(column.name())))
                .isEqualTo(3);
        assertThat(place.<List<String>>with(session -> session.query(all, rows -> String.valueOf(rows.getString(2)))))
                .isEqualTo(before);
        place.execute("UPDATE staff SET value = " + row.get(3) + " WHERE id = 1");
        if (!nullable) {
            assertThatThrownBy(() -> place.execute("UPDATE staff SET value = NULL WHERE id = 1"))
                    .isInstanceOf(Failure.class);
        }
        assertThat(encrypt(place, column)).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void workThatCannotComeToAnEndIsGivenUpAndBegunAsSomethingElse(TestDatabase database) {
        Place place = new TestColumns(database.place()).place();
        place.execute(
                TABLE.formatted("numeric(10,2)"), "INSERT INTO staff VALUES (1, 1.5, 1), (2, 12345.25, 2), (3, 2, 3)");
        EncryptedColumn narrow = column(place, "decimal(5,2)");
        EncryptedColumn wide = column(place, "decimal(10,2)");
        ColumnName name = wide.name();
        refused(() -> abandon(place, name), ColumnFailure.WORK_OTHER, name);
        refused(() -> encrypt(place, narrow), ColumnFailure.VALUE_OUT_OF_RANGE, name);
        refused(() -> encrypt(place, wide), ColumnFailure.WORK_OTHER, name);
        assertThat(abandon(place, name)).isEqualTo(WorkKind.ENCRYPT);
        place.execute("UPDATE staff SET value = value + 1 WHERE id = 3");
        assertThat(place.ask("SELECT sum(value) FROM staff")).isEqualTo("12349.75");
        assertThat(encrypt(place, wide)).isEqualTo(3);
        assertThat(Works.verify(place, name).cells()).isEqualTo(3);

        ColumnWork.Options crashing = new ColumnWork.Options(1, Duration.ZERO, Works.FAST, (work, total) -> {
            throw new IllegalStateException("crash");
        });
        assertThatThrownBy(() -> Works.with(place, crashing, work -> work.rotate(name, "cek2")))
                .hasMessage("crash");
        refused(() -> abandon(place, name), ColumnFailure.WORK_OTHER, name);
        assertThat(Works.<Long>with(place, Works.options(2), work -> work.rotate(name, "cek2")))
                .isEqualTo(3);
        assertThatThrownBy(() -> Works.with(place, crashing, work -> work.decrypt(name)))
                .hasMessage("crash");
        assertThat(abandon(place, name)).isEqualTo(WorkKind.DECRYPT);
        assertThat(Works.verify(place, name).cells()).isEqualTo(3);
    }

    private static WorkKind abandon(Place place, ColumnName name) {
        return place.with(session -> new Abandonment(session, place.keySchema()).abandon(name));
    }

    @ParameterizedTest
    @EnumSource
    void whatCannotBeWorkedOnIsRefusedBeforeAnythingIsChanged(TestDatabase database) {
        Place place = new TestColumns(database.place()).place();
        EncryptedColumn column = column(place, "int");
        ColumnName name = column.name();
        refused(() -> encrypt(place, column), ColumnFailure.TABLE_UNSUITABLE, name);
        place.execute("CREATE TABLE staff (id int, value int)");
        refused(() -> encrypt(place, column), ColumnFailure.TABLE_UNSUITABLE, name);
        place.execute("DROP TABLE staff", TABLE.formatted("int"), "CREATE INDEX values1 ON staff (value)");
        assertThatThrownBy(() -> encrypt(place, column)).hasMessageContaining("index values1");
        place.execute("DROP TABLE staff", TABLE.formatted("int DEFAULT 5"));
        assertThatThrownBy(() -> encrypt(place, column)).hasMessageContaining("default value");
        place.execute("DROP TABLE staff", TABLE.formatted("int"), "CREATE VIEW view1 AS SELECT value FROM staff");
        assertThatThrownBy(() -> encrypt(place, column)).hasMessageContaining("view");
        place.execute("DROP VIEW view1", "ALTER TABLE staff ADD CONSTRAINT check1 CHECK (value > 0)");
        assertThatThrownBy(() -> encrypt(place, column)).hasMessageContaining("check1");
        place.execute("DROP TABLE staff", TABLE.formatted("int"));
        assertThatThrownBy(() -> Works.with(place, Works.options(3), work -> work.encrypt(column, "cek9")))
                .hasMessageContaining("cek9");
        refused(
                () -> Works.with(place, Works.options(3), work -> work.decrypt(name)),
                ColumnFailure.COLUMN_UNKNOWN,
                name);
        assertThat(encrypt(place, column)).isZero();
        refused(() -> encrypt(place, column), ColumnFailure.TABLE_UNSUITABLE, name);
        refused(
                () -> Works.with(place, Works.options(3), work -> work.rotate(name, "cek1")),
                ColumnFailure.TABLE_UNSUITABLE,
                name);
    }

    @ParameterizedTest
    @EnumSource
    void aValueThatTheTypeDoesNotHoldStopsTheWorkAndIsNotLost(TestDatabase database) {
        Place place = new TestColumns(database.place()).place();
        place.execute(
                TABLE.formatted("numeric(10,3)"),
                "INSERT INTO staff VALUES (1, 1.250, 1), (2, 1.255, 2), (7, 1.000, 2)");
        EncryptedColumn column = column(place, "decimal(10,2)");
        refused(() -> encrypt(place, column), ColumnFailure.VALUE_INEXACT, column.name());
        assertThatThrownBy(() -> encrypt(place, column)).hasMessageContaining("primary key 2");
        EncryptedColumn finer = column(place, "decimal(10,3)");
        refused(() -> encrypt(place, finer), ColumnFailure.WORK_OTHER, column.name());
        place.execute("UPDATE staff SET value = 1.26 WHERE id = 2");
        assertThat(encrypt(place, column)).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void damagedCellsAreFoundAndNamed(TestDatabase database) {
        Place place = new TestColumns(database.place()).place();
        place.execute(TABLE.formatted("int"), "INSERT INTO staff VALUES (1, 10, 1), (2, 20, 2), (3, 30, 3)");
        EncryptedColumn column = column(place, "int");
        assertThat(encrypt(place, column)).isEqualTo(3);
        byte[] cell =
                place.with(session -> session.first("SELECT value FROM staff WHERE id = 2", rows -> rows.getBytes(1))
                        .orElseThrow());
        cell[40] ^= 1;
        assertThat(place.<Integer>with(
                        session -> session.update("UPDATE staff SET value = ? WHERE id = 2", (Object) cell)))
                .isOne();
        Verification.Found found = Works.verify(place, column.name());
        assertThat(found.cells()).isEqualTo(2);
        assertThat(found.bad()).isOne();
        assertThat(found.shown())
                .singleElement()
                .asString()
                .contains("row 2", column.name().toString(), "cek1", "column.cell-tag");
        refused(
                () -> Works.with(place, Works.options(3), work -> work.rotate(column.name(), "cek2")),
                ColumnFailure.CELL_TAG,
                column.name());
        refused(
                () -> Works.with(place, Works.options(3), work -> work.decrypt(column.name())),
                ColumnFailure.WORK_OTHER,
                column.name());
    }

    @ParameterizedTest
    @EnumSource
    void twoAtOnceDoNotWorkOnAColumn(TestDatabase database) {
        Place place = new TestColumns(database.place()).place();
        place.execute(TABLE.formatted("int"), "INSERT INTO staff VALUES (1, 10, 1)");
        EncryptedColumn column = column(place, "int");
        ColumnWork.Options nested = new ColumnWork.Options(
                1,
                Duration.ZERO,
                Works.FAST,
                (work, total) -> refused(() -> encrypt(place, column), ColumnFailure.WORK_ELSEWHERE, column.name()));
        assertThat(Works.<Long>with(place, nested, work -> work.encrypt(column, "cek1")))
                .isOne();
    }

    @ParameterizedTest
    @EnumSource
    void keysOfSeveralColumnsAndAnyTextAreGoneThroughInOrder(TestDatabase database) {
        Place place = new TestColumns(database.place()).place();
        place.execute("CREATE TABLE staff (a bigint, b varchar(20), value int, PRIMARY KEY (b, a))");
        for (int i = 0; i < 50; i++) {
            place.execute("INSERT INTO staff VALUES (" + (9007199254740992L + i) + ", '"
                    + (i % 7 == 0 ? "" : "ä, %'':" + i % 5) + "', " + i + ")");
        }
        EncryptedColumn column = column(place, "int");
        assertThat(encrypt(place, column)).isEqualTo(50);
        assertThat(Works.verify(place, column.name()).cells()).isEqualTo(50);
    }
}
