package io.holdfast.protocol.quantity;

import io.holdfast.protocol.TextValue;
import io.holdfast.protocol.failure.Permanent;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A position in PostgreSQL's write-ahead log, a byte offset of 64 bits, unsigned. Its text is the server's own: two
 * hexadecimal numbers of 32 bits, such as {@code 0/16B3740}.
 */
public record Lsn(long position) implements TextValue, Comparable<Lsn> {
    private static final Pattern FORM = Pattern.compile("([0-9A-Fa-f]{1,8})/([0-9A-Fa-f]{1,8})");

    /** Reads the server's spelling; anything else is {@link Permanent}. */
    public static Lsn parse(String text) {
        Matcher halves = FORM.matcher(text);
        if (!halves.matches()) {
            throw Permanent.invalid("a log position is two hexadecimal numbers with a / between", text);
        }
        return new Lsn((Long.parseLong(halves.group(1), 16) << 32) | Long.parseLong(halves.group(2), 16));
    }

    @Override
    public String text() {
        return "%X/%X".formatted(position >>> 32, position & 0xFFFFFFFFL);
    }

    @Override
    public int compareTo(Lsn other) {
        return Long.compareUnsigned(position, other.position);
    }

    @Override
    public String toString() {
        return text();
    }
}
