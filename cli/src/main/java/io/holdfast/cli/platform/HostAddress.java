package io.holdfast.cli.platform;

import io.holdfast.protocol.failure.Permanent;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * Where a server listens.
 *
 * @param port 1 to 65535; empty where the server's usual one is meant
 */
public record HostAddress(HostName host, OptionalInt port) {
    private static final int LAST_PORT = 65_535;

    /** Reads {@code HOST} or {@code HOST:PORT}; an address of IPv6 before a port stands in brackets. */
    public static HostAddress parse(String text) {
        int bracket = text.startsWith("[") ? text.indexOf(']') : -1;
        if (bracket > 0) {
            return of(text.substring(1, bracket), text.substring(bracket + 1));
        }
        int colon = text.indexOf(':');
        if (colon < 0 || text.indexOf(':', colon + 1) > 0) {
            return of(text, "");
        }
        return of(text.substring(0, colon), text.substring(colon));
    }

    private static HostAddress of(String host, String rest) {
        HostName name = HostName.parse(host);
        if (rest.isEmpty()) {
            return new HostAddress(name, OptionalInt.empty());
        }
        if (!rest.startsWith(":")) {
            throw Permanent.invalid("a port stands behind a colon", rest);
        }
        return new HostAddress(name, OptionalInt.of(port(rest.substring(1))));
    }

    /** Reads a port to connect to. */
    public static int port(String text) {
        try {
            int port = Integer.parseInt(text);
            if (port >= 1 && port <= LAST_PORT) {
                return port;
            }
        } catch (NumberFormatException e) {
            throw badPort(text);
        }
        throw badPort(text);
    }

    private static Permanent badPort(String text) {
        return Permanent.invalid("a port is 1 to " + LAST_PORT, text);
    }

    /** Whether both are one place. */
    public boolean same(HostAddress other) {
        return port.equals(other.port)
                && host.text().toLowerCase(Locale.ROOT).equals(other.host.text().toLowerCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return host.inUrl() + (port.isEmpty() ? "" : ":" + port.getAsInt());
    }
}
