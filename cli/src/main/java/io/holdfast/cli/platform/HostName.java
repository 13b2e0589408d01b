package io.holdfast.cli.platform;

import io.holdfast.protocol.TextValue;
import io.holdfast.protocol.failure.Permanent;
import java.net.InetAddress;
import java.util.regex.Pattern;

/** The name of a machine (RFC 1123; {@code _} is taken too, as private networks use it), or its address without brackets. */
public record HostName(String text) implements TextValue {
    private static final Pattern NAME =
            Pattern.compile("(?=.{1,253}$)(?:[A-Za-z0-9](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9])?(?:\\.(?=.)|$))+");
    private static final Pattern ENDS_IN_DIGITS = Pattern.compile("(?:.*\\.)?[0-9]+");

    public HostName {
        boolean name =
                NAME.matcher(text).matches() && !ENDS_IN_DIGITS.matcher(text).matches();
        if (!name && !address(text)) {
            throw Permanent.invalid(
                    "a host is a name of letters, digits, hyphens and dots, or an address such as 192.0.2.7 or 2001:db8::7",
                    text);
        }
    }

    /** Reads the one spelling; anything else is {@link Permanent}. */
    public static HostName parse(String text) {
        return new HostName(text);
    }

    /** Nothing is looked up. */
    private static boolean address(String text) {
        if (text.split("\\.", -1).length != 4 && text.indexOf(':') < 0) {
            return false; // 7 and 10.1 would be taken for addresses, as they were once
        }
        try {
            return !InetAddress.ofLiteral(text).getHostAddress().isEmpty();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** As it stands in a URL, and before a port: an address of IPv6 in brackets. */
    public String inUrl() {
        return text.indexOf(':') < 0 ? text : "[" + text + "]";
    }

    @Override
    public String toString() {
        return text;
    }
}
