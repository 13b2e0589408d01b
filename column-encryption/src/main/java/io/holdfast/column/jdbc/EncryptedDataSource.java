package io.holdfast.column.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source whose results are decrypted and whose parameters may be {@link Encrypted}. SQL goes to the driver as it is.
 *
 * <p>Which column a result comes from is what the driver's metadata says of its table; what comes of an expression has no column and stays
 * the bytes that it is. A parameter that is not {@link Encrypted} stays as it is too: the database refuses plaintext by itself.
 */
public final class EncryptedDataSource {
    private final EncryptedColumns columns;

    private EncryptedDataSource(EncryptedColumns columns) {
        this.columns = columns;
    }

    /**
     * Around a data source; both arguments stay the caller's.
     *
     * @param columns of the same database
     */
    public static DataSource around(DataSource source, EncryptedColumns columns) {
        return new EncryptedDataSource(columns).wrap(DataSource.class, source);
    }

    private <T> T wrap(Class<T> port, T real) {
        InvocationHandler handler = (proxy, method, arguments) -> invoke(proxy, real, method, arguments);
        return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, handler));
    }

    private @Nullable Object invoke(Object proxy, Object real, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (method.getDeclaringClass() == Object.class && method.getName().equals("equals")) {
            return proxy == Objects.requireNonNull(arguments)[0];
        }
        @Nullable Object result = call(real, method, encrypted(method, arguments));
        return switch (result) {
            case null -> null;
            case CallableStatement statement -> wrap(CallableStatement.class, statement);
            case PreparedStatement statement -> wrap(PreparedStatement.class, statement);
            case Statement statement -> wrap(Statement.class, statement);
            case Connection connection -> wrap(Connection.class, connection);
            case ResultSet rows -> DecryptedRows.around(rows, columns);
            default -> result;
        };
    }

    /** The arguments of setObject with a cell in the place of an {@link Encrypted}. */
    private @Nullable Object @Nullable [] encrypted(Method method, @Nullable Object @Nullable [] arguments) {
        if (arguments == null
                || arguments.length < 2
                || !method.getName().equals("setObject")
                || !(arguments[1] instanceof Encrypted parameter)) {
            return arguments;
        }
        @Nullable Object[] changed = arguments.clone();
        changed[1] = columns.encrypt(parameter.column(), parameter.value());
        return changed;
    }

    /** Calls the method of what is wrapped, and throws what it throws. */
    static @Nullable Object call(Object real, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw Objects.requireNonNullElse(e.getCause(), e);
        }
    }
}
