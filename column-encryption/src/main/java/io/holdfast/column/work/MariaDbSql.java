package io.holdfast.column.work;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.column.database.Dialect;
import io.holdfast.column.database.Session;
import io.holdfast.column.guard.Guard;
import io.holdfast.protocol.failure.Permanent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;

/** MariaDB: each change of a table is a transaction of its own, so that steps are in an order that can be gone on from. */
final class MariaDbSql implements TableSql {
    private static final Dialect DIALECT = Dialect.MARIADB;
    private static final long LONGEST_VARBINARY = 16_000;

    private final Session session;

    MariaDbSql(Session session) {
        this.session = session;
    }

    @Override
    public Optional<Facts> column(ColumnName name) {
        return session.first(
                "SELECT c.column_type, c.is_nullable, c.character_set_name, c.collation_name"
                        + " FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)"
                        + " WHERE c.table_schema = ? AND c.table_name = ? AND c.column_name = ? AND t.table_type = 'BASE TABLE'",
                rows -> new Facts(
                        rows.getString(1)
                                + (rows.getString(3) == null
                                        ? ""
                                        : " CHARACTER SET " + rows.getString(3) + " COLLATE " + rows.getString(4)),
                        "YES".equals(rows.getString(2))),
                name.schema(),
                name.table(),
                name.column());
    }

    @Override
    public List<KeyColumn> primaryKey(ColumnName name) {
        return session.query(
                "SELECT c.column_name, c.data_type, c.column_type FROM information_schema.statistics s"
                        + " JOIN information_schema.columns c USING (table_schema, table_name, column_name)"
                        + " WHERE s.table_schema = ? AND s.table_name = ? AND s.index_name = 'PRIMARY'"
                        + " ORDER BY s.seq_in_index",
                rows -> keyColumn(name, DIALECT.quoted(rows.getString(1)), rows.getString(2), rows.getString(3)),
                name.schema(),
                name.table());
    }

    private static KeyColumn keyColumn(ColumnName table, String quoted, String type, String whole) {
        String asText = "CAST(" + quoted + " AS CHAR)";
        return switch (type.toLowerCase(Locale.ROOT)) {
            case "tinyint", "smallint", "mediumint", "int", "bigint" ->
                new KeyColumn(
                        quoted, asText, "CAST(? AS " + (whole.contains("unsigned") ? "UNSIGNED" : "SIGNED") + ")");
            case "decimal" -> new KeyColumn(quoted, asText, "CAST(? AS " + whole.replace(" unsigned", "") + ")");
            case "binary", "varbinary" -> new KeyColumn(quoted, "HEX(" + quoted + ")", "UNHEX(?)");
            case "char", "varchar" -> new KeyColumn(quoted, quoted, "?");
            case "date", "datetime", "timestamp", "uuid" -> new KeyColumn(quoted, asText, "?");
            default ->
                throw new Permanent(
                        ColumnFailure.TABLE_UNSUITABLE,
                        "column " + table + " cannot be worked on: its table's primary key has a column of the type "
                                + type + ", by which rows cannot be taken in order");
        };
    }

    @Override
    public List<String> uses(ColumnName name) {
        String mention = "%" + DIALECT.quoted(name.column()).replace("_", "\\_") + "%";
        List<String> all = new ArrayList<>();
        all.addAll(session.query(
                "SELECT DISTINCT concat('index ', index_name) FROM information_schema.statistics"
                        + " WHERE table_schema = ? AND table_name = ? AND column_name = ?",
                rows -> rows.getString(1),
                name.schema(),
                name.table(),
                name.column()));
        all.addAll(session.query(
                "SELECT concat('default value of column ', column_name) FROM information_schema.columns"
                        + " WHERE table_schema = ? AND table_name = ? AND column_name = ?"
                        + " AND column_default IS NOT NULL AND column_default <> 'NULL'",
                rows -> rows.getString(1),
                name.schema(),
                name.table(),
                name.column()));
        all.addAll(session.query(
                "SELECT concat('generated column ', column_name) FROM information_schema.columns"
                        + " WHERE table_schema = ? AND table_name = ? AND (generation_expression LIKE ?"
                        + " OR (column_name = ? AND is_generated <> 'NEVER'))",
                rows -> rows.getString(1),
                name.schema(),
                name.table(),
                mention,
                name.column()));
        all.addAll(session.query(
                "SELECT concat('constraint ', constraint_name) FROM information_schema.check_constraints"
                        + " WHERE constraint_schema = ? AND table_name = ? AND check_clause LIKE ?",
                rows -> rows.getString(1),
                name.schema(),
                name.table(),
                mention));
        all.addAll(session.query(
                "SELECT concat('view ', table_schema, '.', table_name) FROM information_schema.views"
                        + " WHERE view_definition LIKE ? AND view_definition LIKE ?",
                rows -> rows.getString(1),
                mention,
                "%" + DIALECT.quoted(name.table()).replace("_", "\\_") + "%"));
        return all;
    }

    @Override
    public String cells(String keySchema, ColumnName column, long longest) {
        String check = " " + Guard.mariadbCheck(DIALECT.quoted(column.column()));
        return (longest <= LONGEST_VARBINARY ? "varbinary(" + longest + ")" : "longblob") + check;
    }

    @Override
    public String parameter(String type) {
        return "?";
    }

    @Override
    public List<String> watch(String keySchema, ColumnName name, String shadow) {
        // Two collations' equal texts are different values, and two floats' equal texts too.
        return List.of("""
                CREATE OR REPLACE TRIGGER %1$s BEFORE UPDATE ON %2$s FOR EACH ROW
                IF NOT (NEW.%3$s <=> OLD.%3$s) OR NOT (CAST(NEW.%3$s AS BINARY) <=> CAST(OLD.%3$s AS BINARY)) THEN
                  SET NEW.%4$s = NULL;
                END IF""".formatted(
                        trigger(name), DIALECT.table(name), DIALECT.quoted(name.column()), DIALECT.quoted(shadow)));
    }

    @Override
    public List<String> unwatch(String keySchema, ColumnName name) {
        return List.of("DROP TRIGGER IF EXISTS " + trigger(name));
    }

    private static String trigger(ColumnName name) {
        return DIALECT.table(
                name.schema(),
                "zz_holdfast_" + Integer.toHexString(name.toString().hashCode()));
    }

    @Override
    public List<String> replace(ColumnName name, String shadow, String definition, Facts facts) {
        String column = DIALECT.quoted(name.column());
        int check = definition.indexOf(" CHECK ");
        String typed = check < 0
                ? definition + facts.notNull()
                : definition.substring(0, check) + facts.notNull() + definition.substring(check);
        return List.of("ALTER TABLE " + DIALECT.table(name) + " DROP COLUMN " + column + ", CHANGE COLUMN "
                + DIALECT.quoted(shadow) + " " + column + " " + typed);
    }

    @Override
    public long alone(ColumnName name, LongSupplier work, Runnable then) {
        session.execute("SET SESSION lock_wait_timeout = 3");
        session.execute("LOCK TABLES " + DIALECT.table(name) + " WRITE");
        long result;
        try {
            result = work.getAsLong();
        } finally {
            session.execute("UNLOCK TABLES");
        }
        session.transaction(then);
        return result;
    }

    @Override
    public boolean claim(ColumnName name) {
        return session.first(
                        "SELECT GET_LOCK(?, 0)",
                        rows -> rows.getInt(1) == 1,
                        "holdfast " + Integer.toHexString(name.toString().hashCode()))
                .orElse(false);
    }
}
