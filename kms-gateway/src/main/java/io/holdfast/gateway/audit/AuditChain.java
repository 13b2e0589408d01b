package io.holdfast.gateway.audit;

import io.holdfast.protocol.Bytes;
import io.holdfast.protocol.failure.Permanent;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines of an audit log, each bound to the one before: {@code {"n":NUMBER,"prev":HASH,"entry":{…},"hash":HASH}}, where
 * the last hash is SHA-256 of the line up to it. Numbers count from 1; the first line's prev is 64 zeros.
 */
public final class AuditChain {
    private static final Pattern LINE = Pattern.compile(
            "(\\{\"n\":(\\d{1,18}),\"prev\":\"([0-9a-f]{64})\",\"entry\":\\{.*\\}),\"hash\":\"([0-9a-f]{64})\"\\}");

    /**
     * Where a chain stands.
     *
     * @param lines how many there are
     * @param hash the last one's
     */
    public record Head(long lines, Bytes hash) {
        /** Before the first line. */
        public static final Head START = new Head(0, Bytes.of(new byte[32]));

        private static final Pattern TEXT = Pattern.compile("(\\d{1,18}):([0-9a-f]{64})");

        /** Reads {@code NUMBER:HASH}. */
        public static Head parse(String text) {
            Matcher parts = TEXT.matcher(text);
            if (!parts.matches()) {
                throw Permanent.invalid(
                        "a head of an audit log is a line's number, a colon, and 64 hexadecimal digits", text);
            }
            return new Head(Long.parseLong(parts.group(1)), Bytes.parse(parts.group(2)));
        }

        /** Such as {@code 12:8ab3…}. */
        @Override
        public String toString() {
            return lines + ":" + hash.text();
        }
    }

    /**
     * A line and the head after it.
     *
     * @param text without line end
     */
    public record Line(String text, Head head) {}

    private AuditChain() {}

    /** The line that carries {@code entryJson} after {@code head}. */
    public static Line next(Head head, String entryJson) {
        long number = head.lines() + 1;
        String start = "{\"n\":" + number + ",\"prev\":\"" + head.hash() + "\",\"entry\":" + entryJson;
        Bytes hash = hash(start);
        return new Line(start + ",\"hash\":\"" + hash + "\"}", new Head(number, hash));
    }

    /** The head after {@code line} if it follows {@code head}; empty when it was changed or is another one. */
    public static Optional<Head> follow(Head head, String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            return Optional.empty();
        }
        boolean follows = Long.parseLong(parts.group(2)) == head.lines() + 1
                && parts.group(3).equals(head.hash().text())
                && hash(parts.group(1)).text().equals(parts.group(4));
        return follows ? Optional.of(new Head(head.lines() + 1, Bytes.parse(parts.group(4)))) : Optional.empty();
    }

    /** The head before {@code line}, as the line itself says; empty when it is none or was changed. */
    public static Optional<Head> before(String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches() || Long.parseLong(parts.group(2)) < 1) {
            return Optional.empty();
        }
        Head before = new Head(Long.parseLong(parts.group(2)) - 1, Bytes.parse(parts.group(3)));
        return follow(before, line).map(after -> before);
    }

    private static Bytes hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Bytes.of(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }
}
