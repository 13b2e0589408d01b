package io.holdfast.column.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.column.TestDatabase;
import io.holdfast.column.TestDatabase.Place;
import io.holdfast.column.cell.CellKey;
import io.holdfast.column.cell.EncryptionKind;
import io.holdfast.column.codec.EncryptedColumn;
import io.holdfast.column.key.ColumnMasterKey;
import io.holdfast.column.key.MasterKeys;
import io.holdfast.column.key.TestStore;
import io.holdfast.column.table.ColumnRow.Proven;
import io.holdfast.column.value.TypeNames;
import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Failure;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class KeyTablesTest {
    private static final ColumnMasterKey CMK1 = TestStore.master(0);
    private static final ColumnMasterKey CMK2 = TestStore.master(1);

    private static void onTables(Place place, Consumer<KeyTables> work) {
        boolean unused = place.with(session -> {
            work.accept(new KeyTables(session, place.keySchema()));
            return true;
        });
    }

    private static KeyTableContent read(Place place) {
        return place.with(session -> new KeyTables(session, place.keySchema()).read());
    }

    /** Two keys under the first master key, and a column with the first of them. */
    private static ColumnRow filled(Place place) {
        onTables(place, tables -> {
            tables.create();
            tables.create();
            tables.addMasterKey("cmk1", MasterKeys.PKCS12, CMK1);
            tables.addKey("cek1", "cmk1", CMK1);
            tables.addKey("cek2", "cmk1", CMK1);
        });
        ColumnRow bare = new ColumnRow(
                new EncryptedColumn(place.column("staff", "salary"), TypeNames.parse("int"), EncryptionKind.RANDOMIZED),
                new Proven("cek1", Bytes.of(new byte[0])),
                "integer",
                Optional.empty());
        try (OpenedKeys keys = new OpenedKeys(MasterKeys.of(CMK1))) {
            ColumnRow row = new ColumnRow(
                    bare.column(), keys.prove(read(place), bare, "cek1"), bare.plainType(), Optional.empty());
            onTables(place, tables -> tables.put(row));
            return row;
        }
    }

    private static List<CellKey> open(Place place, ColumnName column) {
        try (OpenedKeys keys = new OpenedKeys(MasterKeys.of(CMK1, CMK2))) {
            KeyTableContent content = read(place);
            return keys.of(content, content.column(column));
        }
    }

    private static void refused(Place place, ColumnRow row, ColumnFailure code) {
        assertThatThrownBy(() -> open(place, row.name()))
                .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(row.name().toString())
                .hasMessageContaining("cek");
    }

    @ParameterizedTest
    @EnumSource
    void whatWasEnteredIsReadAndOpened(TestDatabase database) {
        Place place = database.place();
        ColumnRow row = filled(place);
        assertThat(read(place).column(row.name())).isEqualTo(row);
        assertThat(read(place).keys().keySet()).containsExactly("cek1", "cek2");
        assertThat(open(place, row.name()))
                .hasSize(1)
                .allSatisfy(key -> assertThat(key.name()).isEqualTo("cek1"));
    }

    @ParameterizedTest
    @EnumSource
    void anEntryOfAColumnThatIsChangedByHandIsRefused(TestDatabase database) {
        Place place = database.place();
        ColumnRow row = filled(place);
        String table = place.keyTable("encrypted_column");
        for (String change : List.of(
                "kind = 'DETERMINISTIC'",
                "kind = 'NONE'",
                "base_type = 'money'",
                "base_type = 'sausage'",
                "plain_type = 'bigint'",
                "key_name = 'cek2'",
                "next_key_name = 'cek2'",
                "next_key_name = 'cek2', next_proof = proof")) {
            place.execute("UPDATE " + table + " SET " + change);
            refused(place, row, ColumnFailure.KEY_TABLE_CHANGED);
            onTables(place, tables -> tables.put(row));
            assertThat(open(place, row.name())).hasSize(1);
        }
        place.execute("UPDATE " + table + " SET column_name = 'bonus'");
        ColumnName bonus = place.column("staff", "bonus");
        assertThatThrownBy(() -> open(place, bonus))
                .hasMessageContaining(bonus.toString())
                .hasMessageContaining("cek1")
                .hasMessageContaining("does not prove");
    }

    @ParameterizedTest
    @EnumSource
    void valuesOfTwoKeysThatAreExchangedAreRefused(TestDatabase database) {
        Place place = database.place();
        ColumnRow row = filled(place);
        String values = place.keyTable("column_encryption_key_value");
        Bytes second = read(place).key("cek2").values().values().iterator().next();
        assertThat(place.<Integer>with(session -> session.update(
                        "UPDATE " + values + " SET encrypted_value = ? WHERE key_name = 'cek1'", second)))
                .isOne();
        refused(place, row, ColumnFailure.KEY_TABLE_CHANGED);
    }

    @ParameterizedTest
    @EnumSource
    void aKeyValueThatIsCutOrChangedIsRefused(TestDatabase database) {
        Place place = database.place();
        ColumnRow row = filled(place);
        String values = place.keyTable("column_encryption_key_value");
        byte[] whole =
                read(place).key("cek1").values().values().iterator().next().toArray();
        byte[] changed = whole.clone();
        changed[whole.length - 300] ^= 1;
        Bytes cut = Bytes.of(Arrays.copyOf(whole, 100));
        for (Bytes bad : List.of(cut, Bytes.of(changed))) {
            assertThat(place.<Integer>with(session -> session.update(
                            "UPDATE " + values + " SET encrypted_value = ? WHERE key_name = 'cek1'", bad)))
                    .isOne();
            refused(place, row, bad.equals(cut) ? ColumnFailure.KEY_VALUE_DAMAGED : ColumnFailure.KEY_VALUE_SIGNATURE);
        }
        place.execute("DELETE FROM " + values + " WHERE key_name = 'cek1'");
        refused(place, row, ColumnFailure.KEY_TABLE_CHANGED);
    }

    @ParameterizedTest
    @EnumSource
    void aMasterKeyThatIsPointedElsewhereIsRefused(TestDatabase database) {
        Place place = database.place();
        ColumnRow row = filled(place);
        String masters = place.keyTable("column_master_key");
        place.execute("UPDATE " + masters + " SET path = '" + CMK2.path() + "'");
        refused(place, row, ColumnFailure.MASTER_KEY_SIGNATURE);
        place.execute("UPDATE " + masters + " SET path = '" + CMK1.path() + "', enclave = true");
        refused(place, row, ColumnFailure.MASTER_KEY_SIGNATURE);
        place.execute("UPDATE " + masters + " SET path = 'elsewhere', enclave = false");
        refused(place, row, ColumnFailure.MASTER_KEY_ABSENT);
    }

    @ParameterizedTest
    @EnumSource
    void aMasterKeyIsRotatedAndTheKeyStaysTheSame(TestDatabase database) {
        Place place = database.place();
        ColumnRow row = filled(place);
        try (OpenedKeys old = new OpenedKeys(MasterKeys.of(CMK1));
                SecretBytes key = old.copy(read(place), "cek1");
                SecretBytes key2 = old.copy(read(place), "cek2")) {
            onTables(place, tables -> {
                assertThatThrownBy(() -> tables.dropMasterKey("cmk1"))
                        .isInstanceOfSatisfying(
                                Failure.class, e -> assertThat(e.code()).isEqualTo(ColumnFailure.KEY_NEEDED));
                tables.addMasterKey("cmk2", MasterKeys.PKCS12, CMK2);
                tables.addMasterKey("cmk3", MasterKeys.PKCS12, CMK2);
                tables.rewrap(key, "cek1", "cmk2", CMK2);
                tables.rewrap(key, "cek1", "cmk2", CMK2);
                assertThatThrownBy(() -> tables.rewrap(key, "cek1", "cmk3", CMK2))
                        .hasMessageContaining("third");
                tables.rewrap(key2, "cek2", "cmk2", CMK2);
            });
            try (OpenedKeys both = new OpenedKeys(MasterKeys.of(CMK1, CMK2))) {
                assertThat(both.check(read(place), "cek1")).isEqualTo(2);
            }
            onTables(place, tables -> tables.dropMasterKey("cmk1"));
            try (OpenedKeys newer = new OpenedKeys(MasterKeys.of(CMK2));
                    SecretBytes again = newer.copy(read(place), "cek1")) {
                assertThat(again.sameAs(key)).isTrue();
                assertThat(newer.of(read(place), row)).hasSize(1);
            }
            try (OpenedKeys older = new OpenedKeys(MasterKeys.of(CMK1))) {
                assertThatThrownBy(() -> older.of(read(place), row))
                        .isInstanceOfSatisfying(
                                Failure.class, e -> assertThat(e.code()).isEqualTo(ColumnFailure.MASTER_KEY_ABSENT))
                        .hasMessageContaining(CMK2.path());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void twoValuesOfDifferentKeysAreNoticed(TestDatabase database) {
        Place place = database.place();
        filled(place);
        try (OpenedKeys keys = new OpenedKeys(MasterKeys.of(CMK1, CMK2));
                SecretBytes second = keys.copy(read(place), "cek2")) {
            onTables(place, tables -> {
                tables.addMasterKey("cmk2", MasterKeys.PKCS12, CMK2);
                tables.rewrap(second, "cek1", "cmk2", CMK2);
            });
            // Which of the two values is opened first is not said; either way the other one is another key's.
            assertThatThrownBy(() -> keys.check(read(place), "cek1"))
                    .isInstanceOfSatisfying(
                            Failure.class, e -> assertThat(e.code()).isEqualTo(ColumnFailure.KEY_TABLE_CHANGED));
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesAreTakenOnceAndUnknownOnesAreNamed(TestDatabase database) {
        Place place = database.place();
        assertThatThrownBy(() -> read(place))
                .isInstanceOfSatisfying(
                        Failure.class, e -> assertThat(e.code()).isEqualTo(ColumnFailure.KEY_TABLES_MISSING));
        filled(place);
        onTables(place, tables -> {
            assertThatThrownBy(() -> tables.addKey("cek1", "cmk1", CMK1)).hasMessageContaining("already");
            assertThatThrownBy(() -> tables.addMasterKey("cmk1", MasterKeys.PKCS12, CMK2))
                    .hasMessageContaining("already");
            assertThatThrownBy(() -> tables.addKey("cek3", "cmk9", CMK1)).hasMessageContaining("cmk9");
            assertThatThrownBy(() -> tables.addKey("cek3", "cmk1", CMK2)).hasMessageContaining("does not fit");
            assertThatThrownBy(() -> tables.addKey("cek 3", "cmk1", CMK1)).hasMessageContaining("letters");
        });
        assertThatThrownBy(() -> read(place).column(place.column("staff", "bonus")))
                .hasMessageContaining("salary");
    }
}
