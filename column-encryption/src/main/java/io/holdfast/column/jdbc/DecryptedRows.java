package io.holdfast.column.jdbc;

import io.holdfast.column.ColumnFailure;
import io.holdfast.column.ColumnName;
import io.holdfast.protocol.failure.Permanent;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGResultSetMetaData;

/** A result set whose encrypted columns, as the driver's metadata names them, are decrypted by getters of their Java class. */
final class DecryptedRows {
    private final ResultSet rows;
    private final EncryptedColumns columns;
    private final Map<Integer, Optional<ColumnName>> names = new HashMap<>();

    private DecryptedRows(ResultSet rows, EncryptedColumns columns) {
        this.rows = rows;
        this.columns = columns;
    }

    static ResultSet around(ResultSet rows, EncryptedColumns columns) {
        DecryptedRows decrypted = new DecryptedRows(rows, columns);
        return (ResultSet) Proxy.newProxyInstance(
                ResultSet.class.getClassLoader(),
                new Class<?>[] {ResultSet.class},
                (proxy, method, arguments) -> decrypted.invoke(method, arguments));
    }

    private @Nullable Object invoke(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        if (arguments != null && arguments.length > 0 && reads(method)) {
            int index = arguments[0] instanceof String label ? rows.findColumn(label) : (Integer) number(arguments[0]);
            Optional<ColumnName> name = name(index);
            if (name.isPresent()) {
                return converted(name.get(), method, arguments, columns.get(rows, index, name.get()));
            }
        }
        return EncryptedDataSource.call(rows, method, arguments);
    }

    private static Object number(@Nullable Object index) {
        return Objects.requireNonNull(index);
    }

    /** Getters of a value, by number or label; the getters of a cursor, such as getRow, take no argument. */
    private static boolean reads(Method method) {
        return method.getName().startsWith("get")
                && (method.getParameterTypes()[0] == int.class || method.getParameterTypes()[0] == String.class);
    }

    private Optional<ColumnName> name(int index) throws SQLException {
        Optional<ColumnName> known = names.get(index);
        if (known == null) {
            known = asked(index).filter(columns::isEncrypted);
            names.put(index, known);
        }
        return known;
    }

    /** The column of a table that a result's column is; pgjdbc has the table's names beside the label, MariaDB's driver as the names. */
    private Optional<ColumnName> asked(int index) throws SQLException {
        ResultSetMetaData data = rows.getMetaData();
        String schema;
        String table;
        String column;
        if (data.isWrapperFor(PGResultSetMetaData.class)) {
            PGResultSetMetaData base = data.unwrap(PGResultSetMetaData.class);
            schema = base.getBaseSchemaName(index);
            table = base.getBaseTableName(index);
            column = base.getBaseColumnName(index);
        } else {
            schema = data.getCatalogName(index);
            table = data.getTableName(index);
            column = data.getColumnName(index);
        }
        return schema == null || schema.isEmpty() || table.isEmpty() || column.isEmpty()
                ? Optional.empty()
                : Optional.of(new ColumnName(schema, table, column));
    }

    private static @Nullable Object converted(
            ColumnName name, Method method, @Nullable Object[] arguments, @Nullable Object value) {
        String getter = method.getName();
        boolean primitive = method.getReturnType().isPrimitive();
        if (value == null) {
            return primitive ? zero(method.getReturnType()) : null;
        }
        if (getter.equals("getObject") && arguments.length == 1) {
            return value;
        }
        if (getter.equals("getObject") && arguments[1] instanceof Class<?> wanted && wanted.isInstance(value)) {
            return value;
        }
        if (getter.equals("getString") && !(value instanceof byte[])) {
            return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
        }
        if (getter.equals("getBytes") && value instanceof byte[]) {
            return value;
        }
        if (getter.equals("getBoolean") && value instanceof Boolean) {
            return value;
        }
        try {
            Object number = value instanceof Number one ? number(getter, new BigDecimal(one.toString())) : null;
            if (number != null) {
                return number;
            }
        } catch (ArithmeticException e) {
            throw refused(name, method, value, "the value does not fit into it");
        }
        throw refused(name, method, value, "use getObject, getString, or the getter of that class");
    }

    private static @Nullable Object number(String getter, BigDecimal value) {
        return switch (getter) {
            case "getByte" -> value.byteValueExact();
            case "getShort" -> value.shortValueExact();
            case "getInt" -> value.intValueExact();
            case "getLong" -> value.longValueExact();
            case "getFloat" -> value.floatValue();
            case "getDouble" -> value.doubleValue();
            case "getBigDecimal" -> value;
            default -> null;
        };
    }

    private static Object zero(Class<?> type) {
        if (type == boolean.class) {
            return false;
        }
        return Objects.requireNonNull(number(
                "get" + type.getName().substring(0, 1).toUpperCase(Locale.ROOT)
                        + type.getName().substring(1),
                BigDecimal.ZERO));
    }

    private static Permanent refused(ColumnName name, Method method, Object value, String why) {
        return new Permanent(
                ColumnFailure.VALUE_WRONG_CLASS,
                "the value of column " + name + " is a " + value.getClass().getSimpleName() + ", which "
                        + method.getName() + " does not give: " + why);
    }
}
