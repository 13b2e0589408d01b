package io.holdfast.column.work;

import io.holdfast.column.ColumnName;
import io.holdfast.column.database.Session;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** What work on a column needs to know of its table, and to change there, in the SQL of one database. */
interface TableSql {
    /**
     * A column as the database has it.
     *
     * @param type in the database's own words
     * @param nullable whether it may hold NULL
     */
    record Facts(String type, boolean nullable) {
        String notNull() {
            return nullable ? "" : " NOT NULL";
        }
    }

    /** Of the session's database. */
    static TableSql of(Session session) {
        return switch (session.dialect()) {
            case POSTGRESQL -> new PostgresSql(session);
            case MARIADB -> new MariaDbSql(session);
        };
    }

    /** The column, if table and column are there. */
    Optional<Facts> column(ColumnName name);

    /** The table's primary key, in order; empty if it has none. */
    List<KeyColumn> primaryKey(ColumnName name);

    /** What uses the column and would be lost, or would hinder, when it is replaced. */
    List<String> uses(ColumnName name);

    /** The type of a column of cells that is called {@code column}. */
    String cells(String keySchema, ColumnName column, long longest);

    /** The expression that gives a parameter as a value of a type. */
    String parameter(String type);

    /** Makes the database empty {@code shadow} whenever the column changes. Again is allowed. */
    List<String> watch(String keySchema, ColumnName name, String shadow);

    /** Ends {@link #watch}. Again is allowed. */
    List<String> unwatch(String keySchema, ColumnName name);

    /** Drops the column and gives its name to {@code shadow}, in the order of execution. */
    List<String> replace(ColumnName name, String shadow, String definition, Facts facts);

    /**
     * Does {@code work} while nobody else reads or writes the table, and {@code then} after it: in one transaction where the database can
     * do that, else in one of its own. A {@link io.holdfast.protocol.failure.Transient} if others keep it for
     * more than a few seconds: waiting longer would hold up everybody who comes after.
     */
    long alone(ColumnName name, LongSupplier work, Runnable then);

    /** Whether this session is now the one that works on the column; until its connection ends. */
    boolean claim(ColumnName name);
}
