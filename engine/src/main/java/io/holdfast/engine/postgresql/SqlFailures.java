package io.holdfast.engine.postgresql;

import io.holdfast.engine.EngineFailure;
import io.holdfast.engine.InstanceSettings;
import io.holdfast.protocol.failure.Denied;
import io.holdfast.protocol.failure.Failure;
import io.holdfast.protocol.failure.Permanent;
import io.holdfast.protocol.failure.Transient;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import javax.net.ssl.SSLException;

/** Turns the server's SQLSTATEs into failures typed by what to do (PostgreSQL's documentation, appendix A). */
final class SqlFailures {
    private SqlFailures() {}

    /** A failure to connect. */
    static Failure ofConnecting(InstanceSettings instance, SQLException e) {
        String state = state(e);
        String what = "Cannot connect to " + instance.shown() + ": " + words(e) + why(e) + ".";
        if (state.startsWith("28")) {
            return new Denied(EngineFailure.WRONG_PASSWORD, what, e);
        }
        if (isOfTls(e)) {
            return new Denied(EngineFailure.SERVER_NOT_TRUSTED, what, e);
        }
        return switch (state) {
            case "3D000" ->
                new Permanent(EngineFailure.SERVER_UNSUITABLE, what, "Correct the instance's database name.", e);
            case "42501" ->
                new Denied(
                        EngineFailure.ROLE_LACKS_PRIVILEGE,
                        what,
                        "GRANT CONNECT ON DATABASE to the role, or LOGIN.",
                        e);
            case "53300" ->
                new Transient(
                        EngineFailure.SERVER_UNREACHABLE,
                        what,
                        "The server has no connection left: raise max_connections, or run fewer workers.",
                        e);
            default -> new Transient(EngineFailure.SERVER_UNREACHABLE, what, e);
        };
    }

    /** The driver has no state of its own for them: a cause that is TLS's, or its own words before there is one. */
    private static boolean isOfTls(SQLException e) {
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof GeneralSecurityException || cause instanceof SSLException) {
                return true;
            }
        }
        String message = words(e);
        return message.contains("does not support SSL")
                || message.contains("could not be verified by hostnameverifier")
                || message.contains("SSL root certificate");
    }

    /** A failure on a connection that was made. */
    static Failure of(InstanceSettings instance, SQLException e) {
        String state = state(e);
        String where = instance.shown() + ": " + words(e) + ".";
        if (state.startsWith("08") || state.startsWith("57P") || state.isEmpty()) {
            return new Transient(EngineFailure.CONNECTION_LOST, "The connection was lost to " + where, e);
        }
        if (state.equals("42501")) {
            return new Denied(EngineFailure.ROLE_LACKS_PRIVILEGE, "The server refuses the role of " + where, e);
        }
        if (state.startsWith("58") || state.startsWith("XX")) {
            return new Transient(EngineFailure.READ_FAILED, "The server cannot read a file of " + where, e);
        }
        if (state.startsWith("53")) {
            return new Transient(EngineFailure.BACKUP_REFUSED, "The server is short of something at " + where, e);
        }
        return new Permanent(EngineFailure.BACKUP_REFUSED, "The server refuses a command at " + where, e);
    }

    /** What the network said; the driver's own words often leave it out. */
    private static String why(SQLException e) {
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            switch (cause) {
                case UnknownHostException unknown -> {
                    return " (its host name is not known to this machine: neither DNS nor /etc/hosts has it)";
                }
                case NoRouteToHostException unreachable -> {
                    return " (no route leads to it from this machine)";
                }
                case SocketTimeoutException late -> {
                    return " (nothing answered in time: the host is down, or a firewall drops what is sent there)";
                }
                case ConnectException refused -> {
                    return words(e).contains("refused") ? "" : " (" + refused.getMessage() + ")";
                }
                default -> {}
            }
        }
        return "";
    }

    private static String state(SQLException e) {
        String state = e.getSQLState();
        return state == null ? "" : state;
    }

    /** The server's own words on one line, without the full stop. */
    private static String words(SQLException e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        String line = message.strip().replaceAll("\\s*\\R\\s*", "; ");
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }
}
