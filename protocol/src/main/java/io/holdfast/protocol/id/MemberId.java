package io.holdfast.protocol.id;

import io.holdfast.protocol.TextValue;
import io.holdfast.protocol.failure.Permanent;
import java.util.regex.Pattern;

/** One running process of the fleet: role, host and a random part. */
public record MemberId(String text) implements TextValue {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,127}");

    public MemberId {
        if (!FORM.matcher(text).matches()) {
            throw Permanent.invalid("a member id is 1 to 128 of letters, digits, _, . and -", text);
        }
    }

    /** Reads the one spelling; anything else is {@link Permanent}. */
    public static MemberId parse(String text) {
        return new MemberId(text);
    }

    @Override
    public String toString() {
        return text;
    }
}
