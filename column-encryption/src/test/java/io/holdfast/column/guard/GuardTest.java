package io.holdfast.column.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.column.ColumnName;
import io.holdfast.column.Vectors;
import io.holdfast.column.cell.CellCipher;
import io.holdfast.column.cell.CellKey;
import io.holdfast.column.cell.EncryptionKind;
import io.holdfast.localservers.PostgresOptions;
import io.holdfast.localservers.PrivatePostgres;
import io.holdfast.localservers.ServersForTests;
import io.holdfast.protocol.SecretBytes;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class GuardTest {
    private static final ColumnName COLUMN = new ColumnName("pay \"roll\"", "staff", "name");

    @Test
    void postgresqlTakesCellsAndNullAndRefusesEverythingElse() throws SQLException {
        try (PrivatePostgres postgres = PrivatePostgres.start(PostgresOptions.in(
                        ServersForTests.folder("guard").resolve("a"), ServersForTests.postgres(18)));
                SecretBytes cek = Vectors.key(0);
                CellKey key = CellKey.of("cek", cek)) {
            postgres.execute(
                    "CREATE SCHEMA \"pay \"\"roll\"\"\"",
                    Guard.postgresqlDomain("pay \"roll\""),
                    "CREATE TABLE staff (name \"pay \"\"roll\"\"\".encrypted_cell)");
            CellCipher cipher = new CellCipher(COLUMN, EncryptionKind.RANDOMIZED, key);
            try (Connection connection = postgres.connection();
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO staff VALUES (?)")) {
                for (int length = 0; length < 40; length++) {
                    byte[] cell = cipher.encrypt(new byte[length]);
                    insert.setBytes(1, cell);
                    assertThat(insert.executeUpdate()).isEqualTo(1);
                    refuses(insert, Arrays.copyOf(cell, cell.length - 1));
                    refuses(insert, Arrays.copyOf(cell, cell.length + 1));
                    cell[0] = 0;
                    refuses(insert, cell);
                }
                insert.setNull(1, Types.BINARY);
                assertThat(insert.executeUpdate()).isEqualTo(1);
                refuses(insert, new byte[0]);
                refuses(insert, "Smith".getBytes(StandardCharsets.UTF_8));
                refuses(insert, Arrays.copyOf(new byte[] {1}, 49));
            }
            assertThat(postgres.ask("SELECT count(*) FROM staff")).isEqualTo("41");
        }
    }

    private static void refuses(PreparedStatement insert, byte[] value) throws SQLException {
        insert.setBytes(1, value);
        assertThatThrownBy(insert::executeUpdate)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23514"))
                .hasMessageContaining("encrypted_cell");
    }
}
