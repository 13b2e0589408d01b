package io.holdfast.engine.postgresql;

import io.holdfast.engine.EngineFailure;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.protocol.SecretBytes;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Transient;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * One connection to a server, with the settings that a backup needs: no time limit of the server applies to it. Every failure
 * of the driver comes out as a {@link Failure} in words.
 */
final class ServerConnection implements AutoCloseable {
    private static final int CONNECT_SECONDS = 10;
    private static final int PING_SECONDS = 15;
    /** From the first moment on, and stronger than what the role or the database sets. */
    private static final String START_OPTIONS = "-c statement_timeout=0 -c lock_timeout=0"
            + " -c idle_in_transaction_session_timeout=0 -c search_path=pg_catalog -c standard_conforming_strings=on";

    /** What old servers do not know: as options they would keep them from answering, and from being refused in words. */
    private static final String SESSION_SETTINGS = """
            SELECT set_config(name, CASE name WHEN 'jit' THEN 'off' ELSE '0' END, false)
            FROM pg_catalog.pg_settings WHERE name IN ('transaction_timeout', 'idle_session_timeout', 'jit')
            """;

    private final InstanceSettings instance;
    private final Connection connection;

    private ServerConnection(InstanceSettings instance, Connection connection) {
        this.instance = instance;
        this.connection = connection;
    }

    /** Turns a row into a value. */
    @FunctionalInterface
    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Takes one row after the other. */
    @FunctionalInterface
    interface RowSink {
        void take(ResultSet row) throws SQLException;
    }

    /**
     * Connects.
     *
     * @param applicationName how the server shows the session
     * @param patience how long the server may say nothing while an answer is due; after that the connection is lost
     */
    static ServerConnection open(InstanceSettings instance, String applicationName, Duration patience) {
        try {
            Connection connection = new Driver().connect(url(instance), properties(instance, applicationName));
            if (connection == null) {
                throw new IllegalStateException("the driver does not know its own kind of address");
            }
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(patience.toMillis()));
            ServerConnection opened = new ServerConnection(instance, connection);
            opened.each(SESSION_SETTINGS, row -> {});
            return opened;
        } catch (SQLException e) {
            throw SqlFailures.ofConnecting(instance, e);
        }
    }

    private static String url(InstanceSettings instance) {
        String host = instance.host().contains(":") ? "[" + instance.host() + "]" : instance.host();
        String database = URLEncoder.encode(instance.database(), StandardCharsets.UTF_8);
        return "jdbc:postgresql://" + host + ":" + instance.port() + "/" + database;
    }

    private static Properties properties(InstanceSettings instance, String applicationName) {
        Properties properties = new Properties();
        properties.setProperty("user", instance.user());
        properties.setProperty("ApplicationName", applicationName);
        properties.setProperty("options", START_OPTIONS);
        properties.setProperty("connectTimeout", Integer.toString(CONNECT_SECONDS));
        properties.setProperty("loginTimeout", Integer.toString(2 * CONNECT_SECONDS));
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("sslmode", instance.encryption().mode().label());
        instance.encryption()
                .rootCertificate()
                .ifPresent(file -> properties.setProperty("sslrootcert", file.toString()));
        Optional<SecretBytes> password = instance.password().read();
        if (password.isPresent()) {
            try (SecretBytes secret = password.get()) {
                properties.setProperty("password", secret.use(bytes -> new String(bytes, StandardCharsets.UTF_8)));
            }
        }
        return properties;
    }

    InstanceSettings instance() {
        return instance;
    }

    /** The first row of a query that has one. */
    <T> T one(String sql, RowReader<T> reader, Object... parameters) {
        return all(sql, reader, parameters).getFirst();
    }

    /** All rows of a query that has few. */
    <T> List<T> all(String sql, RowReader<T> reader, Object... parameters) {
        List<T> rows = new ArrayList<>();
        each(sql, row -> rows.add(reader.read(row)), parameters);
        return rows;
    }

    /** Every row of a small query. */
    void each(String sql, RowSink sink, Object... parameters) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    sink.take(rows);
                }
            }
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** Every row of a query of any size, fetched in portions and never all in memory. */
    void stream(String sql, int portion, RowSink sink) {
        try {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.setFetchSize(portion);
                try (ResultSet rows = statement.executeQuery(sql)) {
                    while (rows.next()) {
                        sink.take(rows);
                    }
                }
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** The first row of a query that may take longer than others until it answers. */
    <T> T slow(Duration patience, String sql, RowReader<T> reader, Object... parameters) {
        try {
            int usual = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(patience.toMillis()));
            T row = one(sql, reader, parameters);
            connection.setNetworkTimeout(Runnable::run, usual);
            return row;
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** The driver's COPY. */
    CopyManager copies() throws SQLException {
        return connection.unwrap(PGConnection.class).getCopyAPI();
    }

    /** A round trip; a connection that does not answer is lost. */
    void ping() {
        try {
            if (!connection.isValid(PING_SECONDS)) {
                throw new Transient(
                        EngineFailure.CONNECTION_LOST,
                        "The connection to " + instance.shown() + " does not answer any more.");
            }
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** What the driver reports, in words. */
    Failure failure(SQLException e) {
        return SqlFailures.of(instance, e);
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            // It is gone already, which is what was wanted.
        }
    }
}
