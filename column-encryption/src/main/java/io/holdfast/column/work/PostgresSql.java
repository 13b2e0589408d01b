package io.holdfast.column.work;

import io.holdfast.column.ColumnName;
import io.holdfast.column.database.Dialect;
import io.holdfast.column.database.Session;
import io.holdfast.column.guard.Guard;
import java.sql.Connection;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** PostgreSQL: changes of tables are part of transactions. */
final class PostgresSql implements TableSql {
    private static final Dialect DIALECT = Dialect.POSTGRESQL;

    private final Session session;

    PostgresSql(Session session) {
        this.session = session;
    }

    @Override
    public Optional<Facts> column(ColumnName name) {
        return session.first(
                "SELECT format_type(a.atttypid, a.atttypmod), a.attnotnull FROM pg_attribute a"
                        + " JOIN pg_class c ON c.oid = a.attrelid WHERE a.attrelid = to_regclass(?) AND a.attname = ?"
                        + " AND NOT a.attisdropped AND a.attnum > 0 AND c.relkind = 'r'",
                rows -> new Facts(rows.getString(1), !rows.getBoolean(2)),
                DIALECT.table(name),
                name.column());
    }

    @Override
    public List<KeyColumn> primaryKey(ColumnName name) {
        return session.query(
                "SELECT a.attname, format_type(a.atttypid, a.atttypmod) FROM pg_index i,"
                        + " unnest(i.indkey) WITH ORDINALITY k(attnum, n), pg_attribute a"
                        + " WHERE i.indrelid = to_regclass(?) AND i.indisprimary AND k.n <= i.indnkeyatts"
                        + " AND a.attrelid = i.indrelid AND a.attnum = k.attnum ORDER BY k.n",
                rows -> {
                    String quoted = DIALECT.quoted(rows.getString(1));
                    return new KeyColumn(quoted, quoted + "::text", parameter(rows.getString(2)));
                },
                DIALECT.table(name));
    }

    @Override
    public List<String> uses(ColumnName name) {
        return session.query(
                "SELECT pg_describe_object(d.classid, d.objid, d.objsubid) FROM pg_depend d JOIN pg_attribute a"
                        + " ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid"
                        + " WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = to_regclass(?) AND a.attname = ?"
                        + " AND NOT (d.classid = 'pg_constraint'::regclass"
                        + " AND EXISTS (SELECT 1 FROM pg_constraint c WHERE c.oid = d.objid AND c.contype = 'n'))",
                rows -> rows.getString(1),
                DIALECT.table(name),
                name.column());
    }

    @Override
    public String cells(String keySchema, ColumnName column, long longest) {
        return DIALECT.table(keySchema, Guard.DOMAIN);
    }

    @Override
    public String parameter(String type) {
        return "?::" + type;
    }

    @Override
    public List<String> watch(String keySchema, ColumnName name, String shadow) {
        String column = DIALECT.quoted(name.column());
        return List.of(
                """
                CREATE OR REPLACE FUNCTION %1$s() RETURNS trigger LANGUAGE plpgsql SET extra_float_digits = 1 AS $holdfast$
                BEGIN
                  IF NEW.%2$s::text COLLATE "C" IS DISTINCT FROM OLD.%2$s::text THEN NEW.%3$s := NULL; END IF;
                  RETURN NEW;
                END $holdfast$""".formatted(function(keySchema, name), column, DIALECT.quoted(shadow)),
                "CREATE OR REPLACE TRIGGER " + trigger(name) + " BEFORE UPDATE ON " + DIALECT.table(name)
                        + " FOR EACH ROW EXECUTE FUNCTION " + function(keySchema, name) + "()");
    }

    @Override
    public List<String> unwatch(String keySchema, ColumnName name) {
        return List.of(
                "DROP TRIGGER IF EXISTS " + trigger(name) + " ON " + DIALECT.table(name),
                "DROP FUNCTION IF EXISTS " + function(keySchema, name) + "()");
    }

    /** Triggers run in the order of their names; this one shall see what others made of the row. */
    private static String trigger(ColumnName name) {
        return DIALECT.quoted(
                "zz_holdfast_" + Integer.toHexString(name.toString().hashCode()));
    }

    private static String function(String keySchema, ColumnName name) {
        return DIALECT.table(
                keySchema, "watch_" + Integer.toHexString(name.toString().hashCode()));
    }

    @Override
    public List<String> replace(ColumnName name, String shadow, String definition, Facts facts) {
        String table = "ALTER TABLE " + DIALECT.table(name);
        String column = DIALECT.quoted(name.column());
        List<String> swap = List.of(
                table + " DROP COLUMN " + column, table + " RENAME COLUMN " + DIALECT.quoted(shadow) + " TO " + column);
        return facts.nullable()
                ? swap
                : List.of(swap.get(0), swap.get(1), table + " ALTER COLUMN " + column + " SET NOT NULL");
    }

    @Override
    public long alone(ColumnName name, LongSupplier work, Runnable then) {
        return session.transaction(Connection.TRANSACTION_READ_COMMITTED, () -> {
            session.execute("SET LOCAL lock_timeout = '3s'");
            session.execute("LOCK TABLE " + DIALECT.table(name) + " IN ACCESS EXCLUSIVE MODE");
            long result = work.getAsLong();
            then.run();
            return result;
        });
    }

    @Override
    public boolean claim(ColumnName name) {
        return session.first(
                        "SELECT pg_try_advisory_lock(hashtextextended(?, 0))",
                        rows -> rows.getBoolean(1),
                        "holdfast column " + name)
                .orElse(false);
    }
}
