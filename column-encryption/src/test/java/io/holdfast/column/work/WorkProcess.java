package io.holdfast.column.work;

import io.holdfast.column.ColumnName;
import io.holdfast.column.TestColumns;
import io.holdfast.column.cell.EncryptionKind;
import io.holdfast.column.codec.EncryptedColumn;
import io.holdfast.column.database.Session;
import io.holdfast.column.key.MasterKeys;
import io.holdfast.column.table.OpenedKeys;
import io.holdfast.column.value.TypeNames;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;

/** Works on one column in a process of its own, to be killed: address, user, password in the environment, names, what to do. */
final class WorkProcess {
    private WorkProcess() {}

    /** Prints a line after each batch. */
    public static void main(String[] arguments) throws SQLException {
        ColumnName name = new ColumnName(arguments[3], "staff", "name");
        ColumnWork.Options options = new ColumnWork.Options(
                20,
                Duration.ofMillis(1),
                Works.FAST,
                (work, total) -> System.out.println(
                        work.done().step() + " " + work.done().seen()));
        try (Connection connection =
                        DriverManager.getConnection(arguments[0], arguments[1], System.getenv("DATABASE_PASSWORD"));
                OpenedKeys keys = new OpenedKeys(MasterKeys.of(TestColumns.CMK))) {
            ColumnWork work = new ColumnWork(Session.of(connection), arguments[2], keys, options);
            switch (arguments[4]) {
                case "encrypt" ->
                    work.encrypt(
                            new EncryptedColumn(name, TypeNames.parse("nvarchar(30)"), EncryptionKind.DETERMINISTIC),
                            "cek1");
                case "rotate" -> work.rotate(name, "cek2");
                case "decrypt" -> work.decrypt(name);
                default -> throw new IllegalArgumentException(arguments[4]);
            }
        }
    }
}
