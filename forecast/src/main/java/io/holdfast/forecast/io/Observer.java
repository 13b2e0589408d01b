package io.holdfast.forecast.io;

import io.holdfast.forecast.ForecastFailure;
import io.holdfast.forecast.point.Sample;
import io.holdfast.forecast.point.SavePoint;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.Properties;

/** Looks at a database server and the machine that it runs on, which is this one. */
public final class Observer implements AutoCloseable {
    private final Connection connection;
    private final CountedServer server;
    private final Proc proc;
    private final long pid;

    /**
     * Where a server is.
     *
     * @param url of JDBC, for PostgreSQL or MariaDB, without password
     * @param pid of the server's process; empty to find it
     */
    public record Address(String url, String user, OptionalLong pid) {
        /** {@link Permanent} for a URL of any other kind of server, or one that holds a password. */
        public Address {
            if (!url.matches("jdbc:(postgresql|mariadb):.*")) {
                throw unsupported("a server's URL begins with jdbc:postgresql: or jdbc:mariadb:");
            }
            if (url.matches("(?i).*[?&]password=.*")) {
                throw unsupported("a URL holds no password; name where it lies with --password REF");
            }
        }
    }

    private static Permanent unsupported(String why) {
        return new Permanent(ForecastFailure.SERVER_UNSUPPORTED, why);
    }

    private Observer(Connection connection, CountedServer server, Proc proc, long pid) {
        this.connection = connection;
        this.server = server;
        this.proc = proc;
        this.pid = pid;
    }

    /** Connects; {@code password} is wiped. */
    public static Observer connect(Address address, char[] password, Proc proc) {
        Connection connection = open(address, password);
        try {
            int major = connection.getMetaData().getDatabaseMajorVersion();
            String product = connection.getMetaData().getDatabaseProductName();
            boolean postgres = product.equals("PostgreSQL");
            if (postgres ? major < 15 || major > 18 : !product.equals("MariaDB") || major < 10) {
                throw unsupported("this is " + product + " "
                        + connection.getMetaData().getDatabaseProductVersion()
                        + "; counters are known for PostgreSQL 15 to 18 and for MariaDB from 10.11");
            }
            CountedServer server = postgres ? new PostgresServer(connection) : new MariaDbServer(connection);
            OptionalLong pid = address.pid().isPresent() ? address.pid() : server.pid(proc);
            return new Observer(
                    connection,
                    server,
                    proc,
                    pid.orElseThrow(() -> new Permanent(
                            ForecastFailure.SERVER_ELSEWHERE,
                            "the process of the server at " + address.url() + " was not found on this machine")));
        } catch (SQLException e) {
            close(connection);
            throw failure(address.url(), e);
        } catch (Failure e) {
            close(connection);
            throw e;
        }
    }

    private static Connection open(Address address, char[] password) {
        Properties properties = new Properties();
        properties.setProperty("user", address.user());
        properties.setProperty("password", new String(password));
        java.util.Arrays.fill(password, '\0');
        try {
            return DriverManager.getConnection(address.url(), properties);
        } catch (SQLException e) {
            throw failure(address.url(), e);
        }
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException alreadyFailed) {
            return; // what failed before is what is said
        }
    }

    private static Failure failure(String where, SQLException e) {
        String state = e.getSQLState() == null ? "" : e.getSQLState();
        String what = where + ": " + e.getMessage();
        if (state.startsWith("28") || state.equals("42501") || state.equals("42000")) {
            return new Denied(ForecastFailure.SERVER_DENIED, what, e);
        }
        if (state.startsWith("08") || state.startsWith("57P")) {
            return new Transient(ForecastFailure.SERVER_UNREACHABLE, what, e);
        }
        return new Permanent(ForecastFailure.COUNTERS_UNREADABLE, what, e);
    }

    /** A save point of now. */
    public SavePoint savePoint(String name, String calibration) {
        try {
            return new SavePoint(name, proc.host(), server.facts(Instant.now()), sample(), calibration);
        } catch (SQLException e) {
            throw failure("the server's facts", e);
        }
    }

    /** A look at the counters of now. */
    public Sample sample() {
        try {
            return new Sample(Instant.now(), server.counters(), proc.processes(pid), proc.hostUse());
        } catch (SQLException e) {
            throw failure("the server's counters", e);
        }
    }

    @Override
    public void close() {
        close(connection);
    }
}
