package io.holdfast.cli.column;

import io.holdfast.column.ColumnName;
import io.holdfast.column.database.Dialect;
import java.util.List;

/** What still holds the plaintext of a column that was just encrypted. */
public final class Leftovers {
    private Leftovers() {}

    /** A line for each place, with what ends it. */
    public static List<String> of(Dialect dialect, ColumnName column) {
        String table = dialect.table(column);
        return switch (dialect) {
            case POSTGRESQL ->
                List.of(
                        "the table's own files, in dropped columns and dead rows: VACUUM FULL " + table,
                        "WAL that is kept or archived, and replication slots: until it is removed",
                        "replicas: until they have replayed all of it and the VACUUM",
                        "statistics of the table: ANALYZE " + table,
                        "every backup and dump that was made before now; holdfast sets lists ours");
            case MARIADB ->
                List.of(
                        "the table's own files: ALTER TABLE " + table + " FORCE",
                        "undo and redo log, and the binary log: until it is purged",
                        "replicas: until they have replayed all of it and the ALTER TABLE",
                        "statistics of the table: ANALYZE TABLE " + table,
                        "every backup and dump that was made before now");
        };
    }
}
