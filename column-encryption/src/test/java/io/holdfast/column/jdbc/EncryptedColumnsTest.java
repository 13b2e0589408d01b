package io.holdfast.column.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.column.TestColumns;
import io.holdfast.column.TestDatabase;
import io.holdfast.column.cell.EncryptionKind;
import io.holdfast.column.key.MasterKeys;
import io.holdfast.column.table.ColumnRow;
import io.holdfast.protocol.failure.Failure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class EncryptedColumnsTest {
    private final AtomicLong nanos = new AtomicLong();

    private static final class Staff {
        private final TestColumns tables;
        private final ColumnName name;
        private final ColumnName salary;

        Staff(TestDatabase database) {
            tables = new TestColumns(database.place());
            tables.place()
                    .execute("CREATE TABLE staff (id int PRIMARY KEY, " + tables.cells("lastname") + ", "
                            + tables.cells("salary") + ", note varchar(50))");
            name = tables.declare("staff", "lastname", "nvarchar(32)", EncryptionKind.DETERMINISTIC);
            salary = tables.declare("staff", "salary", "int", EncryptionKind.RANDOMIZED);
        }
    }

    private EncryptedColumns open(Staff staff) {
        return EncryptedColumns.open(
                staff.tables.place().port(),
                staff.tables.place().keySchema(),
                MasterKeys.of(TestColumns.CMK),
                nanos::get);
    }

    private static void insert(Connection connection, EncryptedColumns columns, Staff staff, int id)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO staff VALUES (?, ?, ?, 'note')")) {
            insert.setInt(1, id);
            columns.set(insert, 2, staff.name, id == 0 ? null : "Åström" + id % 3);
            columns.set(insert, 3, staff.salary, id * 1000);
            assertThat(insert.executeUpdate()).isOne();
        }
    }

    private static List<Integer> find(Connection connection, EncryptedColumns columns, Staff staff, String value)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT s.id FROM staff s WHERE s.id >= ? AND "
                + EncryptedColumns.equal("s.lastname") + " AND s.id < ? ORDER BY s.id")) {
            select.setInt(1, 0);
            int next = columns.setEqual(select, 2, staff.name, value);
            select.setInt(next, 1000);
            List<Integer> found = new ArrayList<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getInt(1));
                }
            }
            return found;
        }
    }

    private static void refused(ThrowingCallable work, ColumnFailure code, ColumnName column) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(column.toString());
    }

    @ParameterizedTest
    @EnumSource
    void valuesAreWrittenReadAndLookedUp(TestDatabase database) throws SQLException {
        Staff staff = new Staff(database);
        try (EncryptedColumns columns = open(staff);
                Connection connection = staff.tables.place().source().getConnection()) {
            for (int id = 0; id < 6; id++) {
                insert(connection, columns, staff, id);
            }
            assertThat(find(connection, columns, staff, "Åström1")).containsExactly(1, 4);
            assertThat(find(connection, columns, staff, "åström1")).isEmpty();
            try (PreparedStatement select = connection.prepareStatement(
                            "SELECT lastname, salary FROM staff WHERE id IN (0, 5)" + " ORDER BY id");
                    ResultSet rows = select.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(columns.get(rows, 1, staff.name)).isNull();
                assertThat(columns.get(rows, 2, staff.salary)).isEqualTo(0L);
                assertThat(rows.next()).isTrue();
                assertThat(columns.get(rows, 1, staff.name)).isEqualTo("Åström2");
                assertThat(columns.get(rows, 2, staff.salary)).isEqualTo(5000L);
            }
            refused(
                    () -> columns.setEqual(connection.prepareStatement("SELECT ?, ?"), 1, staff.salary, 5),
                    ColumnFailure.NOT_DETERMINISTIC,
                    staff.salary);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theDatabaseRefusesPlaintextByItself(TestDatabase database) throws SQLException {
        Staff staff = new Staff(database);
        try (EncryptedColumns columns = open(staff);
                Connection connection = staff.tables.place().source().getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO staff (id, lastname) VALUES (?, ?)")) {
            int id = 0;
            for (int length = 0; length < 40; length++) {
                byte[] cell = Objects.requireNonNull(columns.encrypt(staff.name, "x".repeat(length % 32)));
                insert.setInt(1, id++);
                insert.setBytes(2, cell);
                assertThat(insert.executeUpdate()).isOne();
                byte[] version = cell.clone();
                version[0] = 0;
                for (byte[] bad : List.of(
                        Arrays.copyOf(cell, cell.length - 1),
                        Arrays.copyOf(cell, cell.length + 1),
                        version,
                        new byte[length],
                        Arrays.copyOf(new byte[] {1}, 49))) {
                    insert.setInt(1, id);
                    insert.setBytes(2, bad);
                    assertThatThrownBy(insert::executeUpdate)
                            .isInstanceOfSatisfying(
                                    SQLException.class,
                                    e -> assertThat(e.getSQLState()).startsWith("23"));
                }
            }
            insert.setInt(1, id);
            insert.setNull(2, Types.VARBINARY);
            assertThat(insert.executeUpdate()).isOne();
            assertThat(staff.tables.place().ask("SELECT count(*) FROM staff")).isEqualTo("41");
        }
    }

    @ParameterizedTest
    @EnumSource
    void badCellsAreRefusedByColumnAndKey(TestDatabase database) {
        Staff staff = new Staff(database);
        ColumnName other = staff.tables.declare("staff", "bonus", "money", EncryptionKind.RANDOMIZED);
        ColumnRow row = staff.tables.row(other);
        staff.tables.put(row, "cek2", Optional.empty());
        try (EncryptedColumns columns = open(staff)) {
            byte[] cell = Objects.requireNonNull(columns.encrypt(staff.name, "Smith"));
            byte[] damaged = cell.clone();
            damaged[40] ^= 1;
            refused(() -> columns.decrypt(staff.name, damaged), ColumnFailure.CELL_TAG, staff.name);
            refused(() -> columns.decrypt(other, cell), ColumnFailure.CELL_TAG, other);
            refused(() -> columns.decrypt(staff.salary, cell), ColumnFailure.VALUE_NOT_OF_TYPE, staff.salary);
            refused(() -> columns.decrypt(staff.name, Arrays.copyOf(cell, 60)), ColumnFailure.CELL_LENGTH, staff.name);
            refused(
                    () -> columns.encrypt(staff.salary, 3_000_000_000L),
                    ColumnFailure.VALUE_OUT_OF_RANGE,
                    staff.salary);
            ColumnName unknown = new ColumnName("a", "b", "c");
            refused(() -> columns.encrypt(unknown, "x"), ColumnFailure.COLUMN_UNKNOWN, unknown);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aKeyTableChangedByHandIsNoticedWhileAProgramRuns(TestDatabase database) {
        Staff staff = new Staff(database);
        try (EncryptedColumns columns = open(staff)) {
            byte[] cell = columns.encrypt(staff.salary, 5);
            staff.tables
                    .place()
                    .execute("UPDATE " + staff.tables.place().keyTable("encrypted_column")
                            + " SET base_type = 'money' WHERE column_name = 'salary'");
            assertThat(columns.decrypt(staff.salary, cell)).isEqualTo(5L);
            nanos.addAndGet(EncryptedColumns.OLDEST.toNanos() + 1);
            refused(() -> columns.decrypt(staff.salary, cell), ColumnFailure.KEY_TABLE_CHANGED, staff.salary);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whileAKeyIsRotatedCellsOfBothKeysAreReadAndFound(TestDatabase database) throws SQLException {
        Staff staff = new Staff(database);
        ColumnRow row = staff.tables.row(staff.name);
        try (EncryptedColumns unaware = open(staff);
                EncryptedColumns aware = open(staff);
                Connection connection = staff.tables.place().source().getConnection()) {
            insert(connection, unaware, staff, 1);
            staff.tables.put(row, "cek1", Optional.of("cek2"));
            nanos.addAndGet(EncryptedColumns.OLDEST.toNanos() + 1);
            assertThat(aware.isEncrypted(staff.name)).isTrue();
            insert(connection, aware, staff, 4);
            assertThat(find(connection, aware, staff, "Åström1")).containsExactly(1, 4);
            assertThat(find(connection, unaware, staff, "Åström1")).containsExactly(1, 4);
            assertThat(unaware.encrypt(staff.name, "x")).isEqualTo(aware.encrypt(staff.name, "x"));
            staff.tables.put(row, "cek2", Optional.empty());
            assertThat(find(connection, aware, staff, "Åström1")).containsExactly(1, 4);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCellOfAKeyThatIsNewerThanWhatIsKnownIsReadAfterAnotherLook(TestDatabase database) {
        Staff staff = new Staff(database);
        ColumnRow row = staff.tables.row(staff.name);
        try (EncryptedColumns late = open(staff)) {
            byte[] old = late.encrypt(staff.name, "old");
            staff.tables.put(row, "cek1", Optional.of("cek2"));
            try (EncryptedColumns early = open(staff)) {
                byte[] cell = early.encrypt(staff.name, "new");
                assertThat(late.decrypt(staff.name, cell)).isEqualTo("new");
                assertThat(late.decrypt(staff.name, old)).isEqualTo("old");
                assertThat(early.decrypt(staff.name, old)).isEqualTo("old");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDataSourceTakesParametersThatSayTheirColumnAndDecryptsWhatComesFromOne(TestDatabase database)
            throws SQLException {
        Staff staff = new Staff(database);
        try (EncryptedColumns columns = open(staff)) {
            DataSource source = EncryptedDataSource.around(staff.tables.place().port(), columns);
            try (Connection connection = source.getConnection()) {
                try (PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO staff VALUES (?, ?, ?, 'n')")) {
                    insert.setInt(1, 7);
                    insert.setObject(2, new Encrypted(staff.name, "Smith"));
                    insert.setObject(3, new Encrypted(staff.salary, 100));
                    assertThat(insert.executeUpdate()).isOne();
                    insert.setInt(1, 8);
                    insert.setObject(2, new Encrypted(staff.name, null));
                    insert.setObject(3, new Encrypted(staff.salary, null));
                    assertThat(insert.executeUpdate()).isOne();
                }
                try (PreparedStatement select = connection.prepareStatement(
                                "SELECT s.id, s.lastname AS who, salary, note, coalesce(lastname, lastname) AS raw"
                                        + " FROM staff s ORDER BY id");
                        ResultSet rows = select.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getInt(1)).isEqualTo(7);
                    assertThat(rows.getString("who")).isEqualTo("Smith");
                    assertThat(rows.getObject(2)).isEqualTo("Smith");
                    assertThat(rows.getInt("salary")).isEqualTo(100);
                    assertThat(rows.getLong(3)).isEqualTo(100);
                    assertThat(rows.getBigDecimal(3)).isEqualByComparingTo("100");
                    assertThat(rows.getString("note")).isEqualTo("n");
                    assertThat(columns.get(rows, 5, staff.name)).isEqualTo("Smith");
                    assertThatThrownBy(() -> rows.getDate(3)).hasMessageContaining(staff.salary.toString());
                    assertThatThrownBy(() -> rows.getByte("who")).hasMessageContaining(staff.name.toString());
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getString(2)).isNull();
                    assertThat(rows.getInt(3)).isZero();
                    assertThat(rows.wasNull()).isTrue();
                    assertThat(rows.next()).isFalse();
                }
                assertThatThrownBy(() -> {
                            try (PreparedStatement insert =
                                    connection.prepareStatement("INSERT INTO staff (id, lastname) VALUES (9, ?)")) {
                                insert.setBytes(1, new byte[] {1, 2, 3});
                                insert.executeUpdate();
                            }
                        })
                        .isInstanceOf(SQLException.class);
                assertThat(List.of(connection)).contains(connection);
            }
        }
    }
}
